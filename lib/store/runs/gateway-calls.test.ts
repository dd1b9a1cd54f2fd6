import { expect, test } from "vitest";
import { gateWorld } from "#e2e/support/gate-world.ts";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { proposedRun } from "#e2e/support/proposed-run.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { handOver, insertGatewayCall, keepBlocks, keptBlocks, runsOfEndedKeys } from "./gateway-calls.ts";

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

const begin = 1_000_000;

/** A question that waits in the session of a client, by a key that ends so. */
async function waitingBy(ended: { expires_at?: number; revoked_at?: number; disabled_at?: number }) {
  const world = await gateWorld({ tools: [fakeTool("pay", { flag: "always" })] });
  const { store, person } = world;
  const chat = await world.begin([{ calls: [{ name: "pay", args: {} }] }, { text: "done" }]);
  const { expires_at = Number.MAX_SAFE_INTEGER, revoked_at = null, disabled_at = null } = ended;
  const key = { id: "k", person_id: person.id, name: "ci", key_hash: "", scopes_json: "[]", created_at: 1, expires_at };
  await store.db
    .insertInto("api_keys")
    .values({ ...key, last_used_at: null, revoked_at })
    .execute();
  const session = { chat_id: chat, key_id: "k", name: "desk", version: "1", declared_json: "{}", seen_at: 1 };
  await store.db.insertInto("client_sessions").values(session).execute();
  await store.db.updateTable("people").set({ disabled_at }).where("id", "=", person.id).execute();
  const run = await store.db.selectFrom("runs").select("id").executeTakeFirstOrThrow();
  return { store, runId: run.id };
}

test("what waits by a key that ran out, was revoked or whose person is disabled is found, however long ago that was", async () => {
  for (const ended of [{ expires_at: begin }, { revoked_at: begin }, { disabled_at: begin }]) {
    const { store, runId } = await waitingBy(ended);
    for (const since of [0, begin]) expect(await runsOfEndedKeys(store, since)).toEqual([runId]);
    expect(await runsOfEndedKeys(store, begin + 1)).toEqual([]);
  }
});

test("what waits by a key in force is left alone", async () => {
  const { store } = await waitingBy({});
  expect(await runsOfEndedKeys(store, 0)).toEqual([]);
});
