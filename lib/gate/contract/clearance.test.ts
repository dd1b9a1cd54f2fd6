import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld } from "#e2e/support/gate-world.ts";
import { Clearance, clearanceKey } from "./clearance.ts";
import type { ClearedCall, Tool } from "./tool.ts";
// Takes the key, as in the app.
import "#lib/gate/run/start-call.ts";

async function realClearance(): Promise<ClearedCall> {
  const inputs: ClearedCall[] = [];
  const tool = fakeTool("wipe", { flag: "never" });
  const call = tool.call;
  tool.call = (input) => {
    inputs.push(input);
    return call(input);
  };
  const world = await gateWorld({ tools: [tool] });
  await world.begin({ calls: [{ name: "wipe" }] });
  const [input] = inputs;
  if (!input) throw new Error("The tool was not called.");
  return input;
}

test("A13: nobody but the gate makes a clearance, and its key cannot be had a second time", () => {
  expect(() => new Clearance({}, "call", "digest")).toThrow("only be made by the gate");
  expect(() => clearanceKey()).toThrow("already holds");
  const forged = Object.create(Clearance.prototype) as Clearance;
  expect(() => forged.spend("call")).toThrow();
});

test("A13: a tool without a clearance does not run", async () => {
  const { clearance, ...input } = await realClearance();
  const tool = fakeTool("wipe");
  for (const nothing of [undefined, null, {}, { callId: clearance.callId, digest: clearance.digest }, clearance]) {
    const forged = { ...input, clearance: nothing } as ClearedCall;
    await expect(tool.call(forged)).rejects.toThrow();
  }
  expect(tool.ran).toEqual([]);
});

/** Never called: it is enough that this compiles only with its two errors. */
export function callWithoutClearance(tool: Tool, input: Omit<ClearedCall, "clearance">): void {
  // @ts-expect-error: a call without its clearance is no call.
  void tool.call(input);
  // @ts-expect-error: what only looks like a clearance is none.
  void tool.call({ ...input, clearance: { callId: "", digest: "", spend() {} } });
}

test("A13: a clearance is spent once, and only on its own call", async () => {
  const { clearance, callId } = await realClearance();
  expect(() => clearance.spend(callId)).toThrow("already been spent");
  expect(() => clearance.spend("other")).toThrow("another tool call");
});

test("A13: every exported function of the gate refuses to run a tool without its context", async () => {
  const tool = fakeTool("wipe", { flag: "never" });
  const world = await gateWorld({ tools: [tool] });
  const { gate } = world.process;
  const doors = {
    ...(await import("#lib/gate/run/run-tool.ts")),
    ...(await import("#lib/gate/run/execute.ts")),
    ...(await import("#lib/gate/run/start-call.ts")),
    ...(await import("#lib/gate/run/answer-call.ts")),
    ...(await import("#lib/gate/run/repeat-call.ts")),
    ...(await import("#lib/gate/answer/decide.ts")),
  };
  const partial = [null, undefined, {}, { runId: "r" }, { runId: "r", fence: 1, signal: new AbortController().signal }];
  for (const door of Object.values(doors) as ((...args: unknown[]) => unknown)[])
    for (const context of partial)
      for (const target of [
        null,
        "no-such-call",
        { call: null, tool, clearance: null, resumption: null, remark: null },
      ])
        await expect(Promise.resolve().then(() => door(gate, context, target))).rejects.toThrow();
  expect(tool.ran).toEqual([]);
});
