import { expect, test } from "vitest";
import { gateWorld } from "#e2e/support/gate-world.ts";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { proposedRun } from "#e2e/support/proposed-run.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { handOver, insertGatewayCall, keepBlocks, keptBlocks } from "./gateway-calls.ts";

test("S0.57, E12: binary content is kept for thirty results of a key, for calls of the gateway only, and once", async () => {
  const world = await gateWorld({ tools: [fakeTool("draw")] });
  const { store } = world;
  const { callIds } = await proposedRun(
    world,
    Array.from({ length: 34 }, () => "draw"),
  );
  const [ofChat = "", ofOther = "", ...own] = callIds;
  for (const [at, id] of callIds.entries()) {
    await store.db.updateTable("tool_calls").set({ ended_at: at }).where("id", "=", id).execute();
    await inTransaction(store, async (trx) => {
      if (id !== ofChat) await insertGatewayCall(trx, { id, keyId: id === ofOther ? "other" : "own" });
      await keepBlocks(trx, id, `["${id}"]`);
    });
  }
  const kept = async (ids: string[]) => Promise.all(ids.map((id) => keptBlocks(store, id)));
  expect(await kept([ofChat, ofOther, ...own.slice(0, 3)])).toEqual([
    null,
    `["${ofOther}"]`,
    null,
    null,
    `["${own[2]}"]`,
  ]);
  expect((await kept(own)).filter((blocks) => blocks !== null)).toHaveLength(30);
  expect(await handOver(store, ofOther)).toBe(true);
  expect(await handOver(store, ofOther)).toBe(false);
  expect(await kept([ofOther])).toEqual([null]);
});
