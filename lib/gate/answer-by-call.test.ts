import { expect, test } from "vitest";
import { fakeTool, said, type FakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, type GateWorld } from "#e2e/support/gate-world.ts";
import type { ToolOutcome } from "#lib/gate/contract/tool.ts";

const wiping = (disk: string) => [{ calls: [{ name: "wipe", args: { disk } }] }];

/** A script's answer, which knows no more of a card than its tool call; the model counts from `call_1` every time. */
function acceptByCall(world: GateWorld, more: { digest?: string } = {}) {
  const target = { chatId: "chat", toolCallId: "call_1" };
  return world.decide({ person: world.person, target, action: "accept", via: "script", ...more });
}

async function asked(tool: FakeTool): Promise<GateWorld> {
  const world = await gateWorld({ tools: [tool] });
  world.tell("wipe a", wiping("a"));
  world.tell("wipe b", wiping("b"));
  await world.post("chat", "wipe a", { id: "m1" });
  await world.idle("chat");
  return world;
}

test("A8: an accept that is sent again never lands on a later call to which the model gave the same id", async () => {
  const tool = fakeTool("wipe");
  const world = await asked(tool);
  const first = await acceptByCall(world);
  await world.idle("chat");
  await world.post("chat", "wipe b");
  await world.idle("chat");
  expect((await world.open("chat")).map(({ tool_call_id }) => tool_call_id)).toEqual(["call_1-2"]);
  expect(await acceptByCall(world)).toEqual(first);
  await world.idle("chat");
  expect(tool.ran.map(({ arguments: args }) => args)).toEqual([{ disk: "a" }]);
  expect(await world.open("chat")).toHaveLength(1);
});

test("A8, D7: a repeated accept never lands on the call of an edited history; the digest tells the two apart", async () => {
  const tool = fakeTool("wipe");
  const world = await asked(tool);
  await world.post("chat", "wipe b", { replaces: "m1" });
  await world.idle("chat");
  const [open] = await world.open("chat");
  expect(open).toMatchObject({ tool_call_id: "call_1" });
  expect(await acceptByCall(world)).toEqual({ refused: "ambiguous" });
  expect(await acceptByCall(world, { digest: `v1:${"0".repeat(64)}` })).toEqual({ refused: "ambiguous" });
  expect(tool.ran).toEqual([]);
  expect(await acceptByCall(world, { digest: open?.digest ?? "" })).toMatchObject({ decided: { status: "accepted" } });
  await world.idle("chat");
  expect(tool.ran.map(({ arguments: args }) => args)).toEqual([{ disk: "b" }]);
});

test("A8: a repeated accept never lands on a question that the call's server asks afterwards", async () => {
  const requestedSchema = { type: "object", properties: {} };
  const question = { mode: "form" as const, message: "All of them?", requestedSchema, url: null };
  const tool: FakeTool = fakeTool("wipe", {
    act: (): ToolOutcome =>
      tool.ran.length === 1
        ? { kind: "input-required", requests: { all: question }, requestState: null }
        : said("wiped all"),
  });
  const world = await asked(tool);
  await acceptByCall(world);
  await world.idle("chat");
  expect(await world.open("chat")).toMatchObject([{ kind: "form" }]);
  expect(await acceptByCall(world)).toEqual({ refused: "ambiguous" });
  expect(await world.open("chat")).toHaveLength(1);
  expect(tool.ran).toHaveLength(1);
});
