import { expect, test } from "vitest";
import { fakeTool, said, type FakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, until, type GateWorld } from "#e2e/support/gate-world.ts";
import { insisted } from "#e2e/support/insisted.ts";
import { reviveRuns } from "#lib/agent/runs/revive-runs.ts";
import type { ToolOutcome } from "#lib/gate/contract/tool.ts";

const question = {
  mode: "form" as const,
  message: "Sure?",
  requestedSchema: { type: "object", properties: {} },
  url: null,
};
const asks: ToolOutcome = { kind: "input-required", requests: { a: question }, requestState: "begun" };

/** Loses each reply of the store in turn, from when `goOn` begins; `check` looks at the end. */
async function atEachReply(
  begun: () => Promise<{ world: GateWorld; tool: FakeTool; goOn: () => Promise<unknown> }>,
  check: (at: { state: string; times: number; result: string; when: string }) => void,
): Promise<void> {
  let statement = 0;
  for (let wasLost = true; wasLost;) {
    const { world, tool, goOn } = await begun();
    world.process.loseReplyAt(statement);
    await insisted(goOn);
    await until(async () => {
      // What nobody works on any more is taken up when its lease has lapsed.
      if (world.process.agent.hot.size === 0) {
        await world.advance(world.store.leaseMs);
        await insisted(() => reviveRuns(world.process.agent));
      }
      return (await world.runs("chat")).every(({ ended_at }) => ended_at !== null);
    }, `the end, reply ${statement} lost`);
    wasLost = world.process.wasReplyLost();
    const when = `reply ${statement} lost`;
    // Every reply on SQLite; a real server takes too long for all.
    statement += world.store.dialect === "sqlite" ? 1 : 9;
    const [call] = await world.calls("chat");
    const { state, result_json } = call!;
    check({ state, times: tool.ran.length, result: result_json ?? "", when });
    await world.close();
  }
}

test("I19, G3: a call whose server has begun is not said to be not run, whichever reply of the store is lost", async () => {
  await atEachReply(
    async () => {
      const tool = fakeTool("wipe", { flag: "never", act: () => (tool.ran.length === 1 ? asks : said("wiped")) });
      const world = await gateWorld({ tools: [tool] });
      world.tell("go", [{ calls: [{ name: "wipe" }] }, { text: "Done." }]);
      await world.post("chat", "go");
      await world.idle("chat");
      return { world, tool, goOn: () => world.answer("chat", "accept", { content: {} }) };
    },
    ({ state, times, result, when }) => {
      expect([state, times], when).toBeOneOf([
        ["done", 2],
        ["unknown", 1],
        ["unknown", 2],
      ]);
      expect(result, when).not.toContain("was not run");
    },
  );
});

test("I19, G3: nor is a call that is repeated after a crash, or whose repeat does not reach its server", async () => {
  const repeated = (second: ToolOutcome) => async () => {
    const tool = fakeTool("wipe", {
      flag: "never",
      idempotent: true,
      act: () => (tool.ran.length === 1 ? new Promise<never>(() => {}) : second),
    });
    const world = await gateWorld({ tools: [tool] });
    world.tell("go", [{ calls: [{ name: "wipe" }] }, { text: "Done." }]);
    await world.post("chat", "go");
    await until(() => tool.ran.length === 1, "the tool to run");
    world.process.kill();
    world.process = world.start();
    return { world, tool, goOn: () => world.process.resume() };
  };
  await atEachReply(repeated(said("wiped")), ({ state, times, result, when }) => {
    expect([state, times], when).toBeOneOf([
      ["done", 2],
      ["unknown", 1],
      ["unknown", 2],
    ]);
    expect(result, when).not.toContain("was not run");
  });
  await atEachReply(repeated({ kind: "not-sent", message: "It is down." }), ({ state, result, when }) => {
    expect(state, when).toBe("unknown");
    expect(result, when).not.toContain("was not run");
  });
});
