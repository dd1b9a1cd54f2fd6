import { expect, test } from "vitest";
import { gateWorld } from "#e2e/support/gate-world.ts";
import { proposedRun } from "#e2e/support/proposed-run.ts";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { toolCallStates } from "#lib/approvals/states.ts";
import { inTransaction, StaleWrite } from "#lib/store/engine/database.ts";
import { insertToolCalls } from "./insert-tool-calls.ts";
import { finishToolCall, toolCallById, toolCallsOfRun } from "./tool-calls.ts";
import { moveToolCall } from "./move-tool-call.ts";

async function aCall() {
  const world = await gateWorld({ tools: [fakeTool("wipe")] });
  const run = await proposedRun(world, ["wipe"]);
  return { world, store: world.store, id: run.callIds[0] ?? "", row: run.row };
}

test("a move changes a call only in the state it starts from, and a move that does not exist is a bug", async () => {
  const { store, id } = await aCall();
  for (const state of toolCallStates) {
    await store.db.updateTable("tool_calls").set({ state }).where("id", "=", id).execute();
    const move = { id, from: "waiting", to: "cleared" } as const;
    const moving = inTransaction(store, (trx) => moveToolCall(store, trx, move));
    if (state === "waiting") await moving;
    else await expect(moving).rejects.toThrow(StaleWrite);
    expect((await toolCallById(store, id)).state).toBe(state === "waiting" ? "cleared" : state);
  }
  const backwards = { id, from: "done", to: "running" } as const;
  await expect(inTransaction(store, (trx) => moveToolCall(store, trx, backwards))).rejects.toThrow(
    "No tool call moves",
  );
});

test("E13: only the fence that started a call may say how it ended, and only once", async () => {
  const { store, id } = await aCall();
  await store.db.updateTable("tool_calls").set({ state: "running", started_fence: 2 }).where("id", "=", id).execute();
  const finish = (fence: number) =>
    inTransaction(store, (trx) => finishToolCall(store, trx, { id, fence }, { to: "done", result_json: "{}" }));
  expect(await finish(1)).toBe(false);
  expect(await finish(3)).toBe(false);
  expect(await finish(2)).toBe(true);
  expect(await finish(2)).toBe(false);
});

test("D5: thousands of calls of one step are recorded, in the model's order", async () => {
  const { store, id, row } = await aCall();
  const template = await toolCallById(store, id);
  const calls = Array.from({ length: 3_000 }, (_, position) => ({
    ...template,
    id: `many-${position}`,
    tool_call_id: `many-${position}`,
    step: 2,
    position,
  }));
  await inTransaction(store, (trx) => insertToolCalls(store, trx, calls));
  expect((await toolCallsOfRun(store, row.id)).map((call) => call.id)).toEqual([id, ...calls.map((call) => call.id)]);
});
