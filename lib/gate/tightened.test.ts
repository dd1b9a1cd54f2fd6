import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, type GateWorld, type WorldOptions } from "#e2e/support/gate-world.ts";
import { disable } from "#e2e/support/team.ts";
import { toolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import { countVersion, policyVersionKey, toolsVersionKey, type Versions } from "#lib/store/runs/call-preconditions.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";

const wipe = { calls: [{ name: "wipe", args: { disk: 1 } }] };

/** Puts another state of the tool in force, as the tools page does. */
function set(world: GateWorld, changed: Partial<Tool> | null): void {
  const offered = world.process.gate.catalogue.tools() as Map<string, Tool>;
  const tool = offered.get("wipe");
  if (changed === null || tool === undefined) offered.delete("wipe");
  else offered.set("wipe", { ...tool, ...changed });
}

/** A world whose policy allows, and does something while it judges a call for the first time. */
async function worldOf(change: (world: GateWorld) => void | Promise<void>, options: WorldOptions = {}) {
  let judged = 0;
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool], ...options });
  world.process.gate.policy = toolApprovalPolicy.custom(async () => {
    if ((judged += 1) === 1) await change(world);
    return false;
  });
  return { world, tool };
}

test.each<[string, Partial<Tool>]>([
  ["to ask every time", { flag: "always" }],
  ["to be answered by somebody else, every time", { flag: "always", who: { kind: "other" } }],
])("H9, S0.7: a tool that is set %s between a call's judgement and its start asks about it", async (_, changed) => {
  const { world, tool } = await worldOf((given) => set(given, changed));
  const chat = await world.begin(wipe);
  expect(tool.ran).toEqual([]);
  expect(await world.open(chat)).toMatchObject([{ who_kind: changed.who?.kind ?? "self" }]);
  expect(world.errors).toEqual([]);
});

test.each<[string, Partial<Tool> | null]>([
  ["another definition", { fingerprint: "e".repeat(64) }],
  ["nothing", null],
])("E1: a tool of which %s is offered by the time its call starts does not run", async (_, changed) => {
  const { world, tool } = await worldOf((given) => set(given, changed));
  const chat = await world.begin(wipe);
  expect(tool.ran).toEqual([]);
  expect(await world.calls(chat)).toMatchObject([{ state: "refused" }]);
});

test("row 9: who must answer is looked at again when an accepted call starts", async () => {
  const tool = fakeTool("wipe", { flag: "always" });
  const world = await gateWorld({ tools: [tool] });
  const chat = await world.begin(wipe);
  let judged = 0;
  world.process.gate.policy = toolApprovalPolicy.custom(() => {
    if ((judged += 1) === 1) set(world, { who: { kind: "other" } });
    return true;
  });
  await world.settle(chat, "accept");
  expect(tool.ran).toEqual([]);
  expect(await world.calls(chat)).toMatchObject([{ state: "refused" }]);
});

test("B11: nothing runs for a disabled person, whenever they were disabled and whoever accepted", async () => {
  const { world, tool } = await worldOf((given) => disable(given.store, given.person));
  const chat = await world.begin(wipe);
  expect(tool.ran).toEqual([]);
  expect(await world.calls(chat)).toMatchObject([{ state: "refused" }]);
  expect(world.lastPrompt()).toContain("may no longer use this instance");

  const accepted = fakeTool("wipe", { flag: "always" });
  const second = await gateWorld({ tools: [accepted] });
  const waiting = await second.begin(wipe);
  second.process.gate.policy = toolApprovalPolicy.custom(async () => {
    await disable(second.store, second.person);
    return true;
  });
  await second.settle(waiting, "accept");
  expect(accepted.ran).toEqual([]);
  expect(await second.calls(waiting)).toMatchObject([{ state: "refused" }]);
});

test.each<typeof policyVersionKey | typeof toolsVersionKey>([policyVersionKey, toolsVersionKey])(
  "S1.12, H9: a call does not start by what another process has changed (%s), before this one has caught up",
  async (key) => {
    const { world, tool } = await worldOf((given) =>
      inTransaction(given.store, async (trx) => {
        await countVersion(trx, key);
      }),
    );
    const known: Versions = { policy: 0, tools: 0 };
    let caughtUp = 0;
    world.process.gate.shared = {
      versions: () => known,
      catchUp: async () => {
        caughtUp += 1;
        known[key === policyVersionKey ? "policy" : "tools"] = 1;
        set(world, { flag: "always" });
      },
    };
    const chat = await world.begin(wipe);
    expect(caughtUp).toBe(1);
    expect(tool.ran).toEqual([]);
    expect(await world.open(chat)).toHaveLength(1);
  },
);
