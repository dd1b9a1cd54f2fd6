import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, until, type GateWorld } from "#e2e/support/gate-world.ts";
import { insisted } from "#e2e/support/insisted.ts";
import { reviveRuns } from "#lib/agent/runs/revive-runs.ts";

/** Sweeps until `check` holds, as a process does every second. */
function sweptUntil(world: GateWorld, check: () => Promise<boolean>, what: string): Promise<void> {
  return until(async () => {
    await insisted(() => reviveRuns(world.process.agent));
    return check();
  }, what);
}

async function answeredRun(statement: number) {
  const wipe = fakeTool("wipe");
  const look = fakeTool("look", { flag: "never" });
  const world = await gateWorld({ tools: [wipe, look] });
  world.tell("go", [{ calls: [{ name: "wipe" }, { name: "look" }] }, { text: "All done." }]);
  world.process.loseReplyAt(statement);
  await insisted(() => world.post("chat", "go", { id: "m1" }));
  // A run that was stored while nobody heard of it is taken up when its lease has lapsed.
  await world.advance(world.store.leaseMs);
  await sweptUntil(world, async () => (await world.open("chat")).length === 1, `the question, reply ${statement} lost`);
  const decided = await insisted(() => world.answer("chat", "accept"));
  await world.advance(world.store.leaseMs);
  const ended = async () => (await world.runs("chat")).every(({ ended_at }) => ended_at !== null);
  await sweptUntil(world, ended, `the end, reply ${statement} lost`);
  return { world, wipe, look, decided };
}

test("G3, G4: whichever reply of the store is lost, the run comes to its end and runs each call at most once", async () => {
  let ranBoth = 0;
  let statement = 0;
  let tried = 0;
  for (let wasLost = true; wasLost; tried += 1) {
    const { world, wipe, look, decided } = await answeredRun(statement);
    const when = `reply ${statement} lost`;
    wasLost = world.process.wasReplyLost();
    // Every reply on SQLite; a real server takes too long for all.
    statement += world.store.dialect === "sqlite" ? 1 : 9;
    expect(decided, when).toMatchObject({ decided: { status: "accepted" } });
    expect((await world.runs("chat")).map(({ status }) => status)).toEqual(["done"]);
    for (const { tool_name, state } of await world.calls("chat")) {
      const ran = (tool_name === "wipe" ? wipe : look).ran.length;
      // A start whose reply was lost is not made again.
      expect([state, ran], `${tool_name}, ${when}`).toBeOneOf([
        ["done", 1],
        ["failed", 0],
        ["unknown", 0],
      ]);
    }
    const decisions = (await world.audit("chat")).filter(({ kind }) => kind === "approval-decided");
    expect(decisions, when).toHaveLength(1);
    if (wipe.ran.length + look.ran.length === 2) ranBoth += 1;
    await world.close();
  }
  expect(ranBoth / tried).toBeGreaterThan(0.8);
});
