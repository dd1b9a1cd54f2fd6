import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, until } from "#e2e/support/gate-world.ts";

test("a message that is taken while an edit ends the answer before it is not lost to that edit", async () => {
  const tool = fakeTool("wipe", { flag: "never", act: () => new Promise(() => {}) });
  const world = await gateWorld({ tools: [tool], limits: { abandonAfterMs: 50 } });
  world.tell("first", [{ calls: [{ name: "wipe" }] }]);
  await world.post("chat", "first", { id: "m1" });
  await until(() => tool.ran.length === 1, "the tool to run");
  const editing = world.post("chat", "edited", { id: "m2", replaces: "m1" });
  await until(async () => (await world.runs("chat"))[0]?.status === "stopped", "the first answer to be ended");
  const third = await world.post("chat", "third", { id: "m3" });
  expect(third).not.toHaveProperty("refused");
  expect(await editing).toHaveProperty("stream");
  await until(async () => (await world.detail("chat")).queue.length === 0, "the queue to be worked off");
  await world.idle("chat");
  const { messages } = await world.detail("chat");
  expect(messages.filter(({ role }) => role === "user").map(({ id }) => id)).toEqual(["m2", "m3"]);
  expect(messages).toHaveLength(4);
});
