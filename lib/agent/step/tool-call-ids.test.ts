import { expect, test, vi } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld } from "#e2e/support/gate-world.ts";
import { ToolCallIds } from "./tool-call-ids.ts";

const idsOf = (given: readonly string[], used: readonly string[] = []) => {
  const ids = new ToolCallIds(used);
  return given.map((toolCallId) => {
    const chunk = ids.unique({ type: "tool-input-start", toolCallId, toolName: "wipe" });
    return "toolCallId" in chunk ? chunk.toolCallId : null;
  });
};

test("a short plain id stays as the model gave it, and is used once in a chat", () => {
  expect(idsOf(["call_1", "call_1", "toolu_01|fc.9"], ["call_2"])).toEqual(["call_1", "call_1-2", "toolu_01|fc.9"]);
});

test("G26: one id for thousands of calls is looked up a few times for each, not once for all before it", () => {
  const has = vi.spyOn(Set.prototype, "has");
  const ids = idsOf(Array.from({ length: 2_000 }, () => "call_1"));
  const lookups = has.mock.calls.length;
  has.mockRestore();
  expect(new Set(ids).size).toBe(2_000);
  expect(ids.at(-1)).toBe("call_1-2000");
  expect(lookups).toBeLessThan(8_000);
});

const hostile = ["", " ", "a\0b", "\0", "\ud800", "кал", "x".repeat(5_000), `${"x".repeat(5_000)}y`, "a\nb"];

test("G12: any other id is replaced by a plain one, the same for the same and another for another", () => {
  const ids = idsOf(hostile);
  expect(ids).toEqual(hostile.map(() => expect.stringMatching(/^call-[\w-]{22}$/)));
  expect(idsOf(hostile)).toEqual(ids);
  // U+D800 alone has no form in UTF-8; all others differ.
  expect(new Set(ids).size).toBe(hostile.length);
});

test("G12, I2: calls under ids that no store can hold are asked about and run once each", async () => {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool] });
  const chat = await world.begin({ calls: hostile.map((id, n) => ({ id, name: "wipe", args: { n } })) });
  const open = await world.open(chat);
  expect(open).toHaveLength(hostile.length);
  for (const { chat_id: chatId, tool_call_id: toolCallId } of open) {
    const target = { chatId, toolCallId };
    const outcome = await world.decide({ person: world.person, target, action: "accept", via: "chat" });
    expect(outcome).toMatchObject({ decided: { status: "accepted" } });
  }
  await world.idle(chat);
  expect(tool.ran).toHaveLength(hostile.length);
  expect(new Set(tool.ran.map(({ arguments: { n } }) => n)).size).toBe(hostile.length);
  expect(world.errors).toEqual([]);
});
