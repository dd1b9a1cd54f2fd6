import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, until } from "#e2e/support/gate-world.ts";
import { waitsForLock } from "#e2e/support/waits-for-lock.ts";
import { parsePolicyFile } from "#lib/policies/file/policy-file.ts";
import { holdCounters } from "#lib/store/calls/counters.ts";

const once = `
rules:
  - { tool: pay, then: allow }
  - { tool: pay, when: 'calls("day") >= 1', then: ask }
`;

test("S1.8: a call that another process starts while this one is about to is counted first", async () => {
  const read = parsePolicyFile(once);
  if ("problems" in read) throw new Error(JSON.stringify(read.problems));
  const pay = fakeTool("pay");
  const other = fakeTool("other", { flag: "always" });
  const world = await gateWorld({ tools: [pay, other], policy: read.policy });
  const elsewhere = await world.begin({ calls: [{ name: "other", args: {} }] });
  const counting = Promise.withResolvers<void>();
  let isOver = false;
  // As the other process does it: counts, and starts its call.
  const started = world.store.db.transaction().execute(async (trx) => {
    await holdCounters(trx, world.person.id);
    await trx
      .updateTable("tool_calls")
      .set({ tool_name: "pay", started_at: world.store.now })
      .where("chat_id", "=", elsewhere)
      .execute();
    counting.resolve();
    await until(async () => isOver || (await waitsForLock(world.store)), "the call to wait for its turn");
  });
  await counting.promise;
  const begun = world.begin({ calls: [{ name: "pay", args: {} }] }).finally(() => (isOver = true));
  await started;
  expect(await world.open(await begun)).toHaveLength(1);
  expect(pay.ran).toEqual([]);
});
