import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, justProved, until } from "#e2e/support/gate-world.ts";
import { waitsForLock } from "#e2e/support/waits-for-lock.ts";
import { decide } from "#lib/gate/answer/decide.ts";
import { parsePolicyFile } from "#lib/policies/file/policy-file.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { holdCounters } from "#lib/store/calls/counters.ts";

type Db = Database["db"];

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

test("S1.8, S2.14: approvals at once, in two processes, give agents no more work than a budget lets through", async () => {
  const read = parsePolicyFile(`
rules:
  - { id: once, server: agents, when: 'calls("day") >= 1', then: deny }
  - { server: agents, then: ask }
`);
  if ("problems" in read) throw new Error(JSON.stringify(read.problems));
  const worker = {
    name: "helper",
    description: "Helps.",
    instructions: "You are the helper.",
    model: null,
    tools: [],
    agents: [],
  };
  const world = await gateWorld({ tools: [], workers: [worker], policy: read.policy });
  world.tell("Help.", [{ text: "Helped." }]);
  const processes = [world.process, world.start()];
  const chats: string[] = [];
  for (let at = 0; at < 4; at += 1) {
    world.process = processes[at % 2]!;
    chats.push(await world.begin({ calls: [{ name: "delegate_to_helper", args: { task: "Help." } }] }));
  }
  const open = (await Promise.all(chats.map((chat) => world.open(chat)))).flat();
  expect(open).toHaveLength(4);
  const accepted = open.map(({ id: approvalId }, at) =>
    decide(processes[at % 2]!.gate, {
      person: world.person,
      target: { approvalId },
      action: "accept",
      via: "chat",
      proof: justProved,
    }),
  );
  await Promise.all(accepted);
  await Promise.all(processes.map(({ continued }) => continued()));
  for (const [at, chat] of chats.entries()) {
    world.process = processes[at % 2]!;
    await world.idle(chat);
  }
  const states = (await Promise.all(chats.map((chat) => world.calls(chat)))).flat().map(({ state }) => state);
  expect(states.toSorted()).toEqual(["done", "refused", "refused", "refused"]);
  const works = world.model.requests.filter(({ prompt }) => JSON.stringify(prompt).includes("You are the helper."));
  expect(works).toHaveLength(1);
});

const allowed = `
rules:
  - { tool: pay, when: 'calls("day") < 9', then: allow }
`;

test.each([
  ["its chat is in shadow mode", (db: Db) => db.updateTable("chats").set({ policy: "denyAll" }).execute()],
  ["its person is shut out", (db: Db) => db.updateTable("people").set({ disabled_at: 1 }).execute()],
])("S1.8, E15: a call that waits to be counted, and meanwhile %s, does not start", async (_, tighten) => {
  const read = parsePolicyFile(allowed);
  if ("problems" in read) throw new Error(JSON.stringify(read.problems));
  const pay = fakeTool("pay");
  const world = await gateWorld({ tools: [pay], policy: read.policy });
  const counting = Promise.withResolvers<void>();
  let isOver = false;
  // As the start of another call of the same person does it.
  const started = world.store.db.transaction().execute(async (trx) => {
    await holdCounters(trx, world.person.id);
    counting.resolve();
    await until(async () => isOver || (await waitsForLock(world.store)), "the call to wait for its turn");
    await tighten(world.store.db);
  });
  await counting.promise;
  const begun = world.begin([{ calls: [{ name: "pay", args: {} }] }, { text: "done" }]).finally(() => (isOver = true));
  await started;
  await world.idle(await begun);
  expect(pay.ran).toEqual([]);
});
