import { expect, test } from "vitest";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { gateWorld, until } from "#e2e/support/gate-world.ts";

const calls = [{ name: "wipe", args: { disk: "a" } }];

test("G1: killed at any statement of a Stop, nothing is left running, and the message tells how it ended", async () => {
  for (const ends of ["waiting", "running"] as const) {
    const held = Promise.withResolvers<void>();
    const act = () => held.promise.then(() => said("late"));
    const tool = fakeTool("wipe", { flag: ends === "running" ? "never" : "always", act });
    const world = await gateWorld({ tools: [tool], limits: { abandonAfterMs: 1 } });
    for (let statement = 0, survived = false; !survived; statement += 1) {
      const chat = `${ends}-${statement}`;
      world.tell(chat, [{ calls }]);
      await world.post(chat, chat);
      if (ends === "running") await until(() => tool.ran.length === statement + 1, "the tool to run");
      else await world.idle(chat);
      world.process.killAtStatement(statement);
      await Promise.allSettled([world.process.chats.stop(world.person.id, chat)]);
      survived = !world.process.isDead();
      await world.crash();
      const [run] = await world.runs(chat);
      if (run?.status !== "stopped") await world.process.chats.stop(world.person.id, chat);
      await world.idle(chat);
      const expected = ends === "running" ? "unknown" : "refused";
      expect(
        (await world.calls(chat)).map(({ state }) => state),
        `killed at ${statement}`,
      ).toEqual([expected]);
      const { parts } = await world.message(chat);
      const state = ends === "running" ? "output-error" : "output-denied";
      expect(
        parts.find(({ type }) => type === "dynamic-tool"),
        `killed at ${statement}`,
      ).toMatchObject({ state });
      // A run that went on after the crash may have come to its end just before the second Stop.
      const [ended] = await world.runs(chat);
      expect(
        parts.filter(({ type }) => type === "data-notice"),
        `killed at ${statement}`,
      ).toHaveLength(ended?.status === "stopped" ? 1 : 0);
      if (survived) expect(ended?.status).toBe("stopped");
    }
    expect(world.errors).toEqual([]);
    held.resolve();
  }
});

test("a message that was queued when the process died starts after the restart, whenever that was", async () => {
  const world = await gateWorld();
  for (let statement = 0, survived = false; !survived; statement += 1) {
    const chat = `chat-${statement}`;
    const hold = Promise.withResolvers<void>();
    world.tell(chat, [{ text: "One", hold: hold.promise }]);
    world.tell("second", [{ text: "Two" }]);
    await world.post(chat, chat);
    expect(await world.post(chat, "second")).toEqual({ queued: true });
    world.process.killAtStatement(statement);
    hold.resolve();
    await until(() => world.process.isDead() || world.process.agent.hot.size === 0, "the first answer");
    await until(async () => world.process.isDead() || (await world.runs(chat)).length === 2, "the second run");
    await until(() => world.process.isDead() || world.process.agent.hot.size === 0, "the second answer");
    survived = !world.process.isDead();
    await world.crash();
    await until(async () => (await world.runs(chat)).filter(({ ended_at }) => ended_at).length === 2, "both to end");
    const { messages, queue } = await world.detail(chat);
    expect(queue).toEqual([]);
    expect(messages.map(({ parts }) => parts.findLast(({ type }) => type === "text"))).toMatchObject([
      { text: chat },
      { text: "One" },
      { text: "second" },
      { text: "Two" },
    ]);
  }
});
