import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, type GateWorld } from "#e2e/support/gate-world.ts";
import { toolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";

const wipe = (disk: number) => ({ calls: [{ name: "wipe", args: { disk } }] });
const shadow = (world: GateWorld, chat: string, policy: "denyAll" | null) =>
  world.process.chats.change(world.person.id, chat, { policy });

test("S1.12: a chat in shadow mode shows its calls and runs none, whatever the instance and the tool allow", async () => {
  for (const flag of ["never", "inherit", "always"] as const) {
    const tool = fakeTool("wipe", { flag });
    const world = await gateWorld({ tools: [tool], policy: toolApprovalPolicy.allowAll({ production: false }) });
    expect(await shadow(world, "shadowed", "denyAll")).toMatchObject({ policy: "denyAll" });
    world.tell("wipe it", [wipe(1)]);
    await world.post("shadowed", "wipe it");
    await world.idle("shadowed");
    expect(tool.ran).toEqual([]);
    expect(await world.approvals("shadowed")).toEqual([]);
    expect(await world.calls("shadowed")).toMatchObject([{ tool_name: "wipe", state: "refused" }]);
    expect(world.lastPrompt()).toContain("shadow mode");
    expect(await world.audit("shadowed")).toMatchObject([
      { kind: "shadow-mode-switched", on: true, of: "chat" },
      { kind: "verdict-given", verdict: "deny", ruleId: "chat:shadow-mode" },
      { kind: "call-refused" },
    ]);
  }
});

test("S1.12: shadow mode of one chat leaves the others alone, and denyAll of the instance beats a chat without it", async () => {
  const tool = fakeTool("wipe", { flag: "never" });
  const world = await gateWorld({ tools: [tool] });
  await shadow(world, "shadowed", "denyAll");
  await world.begin(wipe(1));
  expect(tool.ran).toHaveLength(1);
  world.process.gate.policy = toolApprovalPolicy.denyAll();
  await world.begin(wipe(2));
  expect(tool.ran).toHaveLength(1);
});

test("S1.12: turned on while a card is open, shadow mode refuses the accepted call", async () => {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool] });
  const chat = await world.begin(wipe(1));
  await shadow(world, chat, "denyAll");
  await world.settle(chat, "accept");
  expect(tool.ran).toEqual([]);
  expect(world.lastPrompt()).toContain("shadow mode");
});

test("S1.13: a run that began in shadow mode stays in it through all its rounds, also after a restart", async () => {
  const tool = fakeTool("wipe", { flag: "never" });
  const world = await gateWorld({ tools: [tool] });
  await shadow(world, "shadowed", "denyAll");
  const loosen = async () => void (await shadow(world, "shadowed", null));
  world.tell("wipe them", (round) => {
    if (round === 0) return { ...wipe(0), hold: loosen() };
    return round < 3 ? wipe(round) : { text: "Done." };
  });
  await world.post("shadowed", "wipe them");
  await world.idle("shadowed");
  expect(await world.calls("shadowed")).toMatchObject([
    { state: "refused" },
    { state: "refused" },
    { state: "refused" },
  ]);
  expect(tool.ran).toEqual([]);
  world.tell("once more", [wipe(9)]);
  await world.post("shadowed", "once more");
  await world.idle("shadowed");
  expect(tool.ran).toHaveLength(1);
});

test("S1.12: nobody switches the shadow mode of another person's chat", async () => {
  const world = await gateWorld();
  await shadow(world, "shadowed", "denyAll");
  expect(await world.process.chats.change(world.stranger.id, "shadowed", { policy: null })).toBeNull();
  expect(await world.detail("shadowed")).toMatchObject({ policy: "denyAll" });
  expect(await world.audit("shadowed")).toHaveLength(1);
});

test("S1.12: what is tightened between a call's judgement and its start counts for it", async () => {
  const tighten: ((world: GateWorld) => Promise<unknown> | void)[] = [
    (world) => shadow(world, "shadowed", "denyAll"),
    (world) => {
      world.process.gate.policy = toolApprovalPolicy.denyAll();
    },
  ];
  for (const change of tighten) {
    let judged = 0;
    const tool = fakeTool("wipe");
    const world = await gateWorld({ tools: [tool] });
    world.process.gate.policy = toolApprovalPolicy.custom(async () => {
      if ((judged += 1) === 1) await change(world);
      return false;
    });
    world.tell("wipe it", [wipe(1)]);
    await world.post("shadowed", "wipe it");
    await world.idle("shadowed");
    expect(judged).toBe(1);
    expect(tool.ran).toEqual([]);
    expect(await world.calls("shadowed")).toMatchObject([{ state: "refused" }]);
    expect(world.errors).toEqual([]);
  }
});

test("S1.12, S2.14: an agent that was given work in shadow mode runs nothing either", async () => {
  const tool = fakeTool("wipe", { flag: "never" });
  const hand = { name: "hand", description: "Acts.", instructions: "Act.", model: null, tools: ["srv/*"], agents: [] };
  const world = await gateWorld({ tools: [tool], workers: [hand] });
  const order: string[] = [];
  // The work is given before shadow mode begins, and done after.
  world.model.tell("Wipe.", (step) => {
    order.push(`step ${step}`);
    return step === 0 ? wipe(1) : { text: "Done." };
  });
  world.process.gate.policy = toolApprovalPolicy.custom(async ({ tool: { name } }) => {
    order.push(name);
    if (name === "wipe") await shadow(world, "shadowed", "denyAll");
    return false;
  });
  world.tell("wipe it", [{ calls: [{ name: "delegate_to_hand", args: { task: "Wipe." } }] }]);
  await world.post("shadowed", "wipe it");
  await world.idle("shadowed");
  expect(order).toEqual(["delegate_to_hand", "step 0", "wipe", "step 1"]);
  expect(tool.ran).toEqual([]);
  const calls = await world.calls("shadowed");
  expect(calls.find(({ tool_name }) => tool_name === "wipe")).toMatchObject({ state: "refused" });
});

test("S1.7: a chat says when the policy of the whole app refuses everything", async () => {
  const world = await gateWorld();
  const chat = await world.begin({ text: "Hello." });
  const { all, annotated, denyAll, rules } = toolApprovalPolicy;
  for (const [policy, stopped] of [
    [annotated(), false],
    [denyAll(), true],
    [rules([], "denyAll"), true],
    [rules([]), false],
    [all([annotated(), denyAll()]), true],
  ] as const) {
    world.process.gate.policy = policy;
    expect(await world.detail(chat)).toMatchObject({ stopped, policy: null });
  }
});
