import { expect, test } from "vitest";
import { fakeTool, type FakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, type GateWorld } from "#e2e/support/gate-world.ts";
import { policyOf } from "#e2e/support/policy-of.ts";
import type { Worker } from "#lib/agent/hot/worker.ts";
import { type ToolApprovalPolicy, toolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";

const { allowAll, annotated, denyAll, custom, all, any } = toolApprovalPolicy;
const rule = (verdict: string) => policyOf(`rules:\n  - { tool: act, then: ${verdict} }`);
const isAct = custom(({ tool }) => tool.name === "act");

/** Every kind of policy, and what it makes of a call of the tool `act`. */
const policies: [name: string, policy: ToolApprovalPolicy, outcome: "runs" | "asks" | "refused"][] = [
  ["annotated", annotated(), "asks"],
  ["allowAll", allowAll({ production: false }), "runs"],
  ["denyAll", denyAll(), "refused"],
  ["custom that asks", isAct, "asks"],
  ["custom that allows", custom(() => false), "runs"],
  [
    "custom that refuses",
    custom(({ tool }) => (tool.name === "act" ? { verdict: "deny", reason: "No." } : false)),
    "refused",
  ],
  ["custom that fails", custom(({ tool }) => (tool.name === "act" ? (null as never) : false)), "asks"],
  ["a rule that asks", rule("ask"), "asks"],
  ["a rule that allows", rule("allow"), "runs"],
  ["a rule that refuses", rule("deny"), "refused"],
  ["all of which one asks", all([rule("allow"), isAct]), "asks"],
  ["all of which one refuses", all([rule("allow"), denyAll()]), "refused"],
  ["all that allow", all([rule("allow"), custom(() => false)]), "runs"],
  ["any of which one asks", any([isAct, rule("allow")]), "asks"],
];

const worker: Worker = {
  name: "hand",
  description: "Acts.",
  instructions: "You act.",
  model: null,
  tools: ["srv/*"],
  agents: [],
};

/** Every way on which a call of `act` comes to the gate: its chat, when the call was judged. */
const ways: [name: string, come: (world: GateWorld, policy: ToolApprovalPolicy) => Promise<string>][] = [
  [
    "the chat",
    async (world, policy) => {
      world.process.gate.policy = policy;
      return world.begin({ calls: [{ name: "act" }] });
    },
  ],
  [
    "a run that goes on after a crash",
    async (world, policy) => {
      const chat = await world.begin([{ calls: [{ name: "first" }] }, { calls: [{ name: "act" }] }]);
      await world.crash();
      world.process.gate.policy = policy;
      await world.settle(chat, "accept");
      return chat;
    },
  ],
  [
    "an agent that was given work",
    async (world, policy) => {
      world.process.gate.policy = policy;
      world.tell("Act.", [{ calls: [{ name: "act" }] }, { text: "Acted." }]);
      return world.begin({ calls: [{ name: "delegate_to_hand", args: { task: "Act." } }] });
    },
  ],
];

async function prepared(): Promise<{ world: GateWorld; act: FakeTool }> {
  const act = fakeTool("act");
  const first = fakeTool("first", { flag: "always" });
  return { world: await gateWorld({ tools: [act, first], workers: [worker] }), act };
}

const openActs = async (world: GateWorld, chat: string) =>
  (await world.open(chat)).filter(({ subject_json }) => subject_json.includes('"name":"act"'));

const cases = ways.flatMap(([way, come]) =>
  policies.map(([name, policy, outcome]) => [way, name, outcome, policy, come] as const),
);

test.each(cases)("S1.14: by %s under %s a call %s", async (_way, _name, outcome, policy, come) => {
  const { world, act } = await prepared();
  const chat = await come(world, policy);
  expect(act.ran).toHaveLength(outcome === "runs" ? 1 : 0);
  const open = await openActs(world, chat);
  expect(open).toHaveLength(outcome === "asks" ? 1 : 0);
  const [asked] = open;
  if (asked === undefined) return;
  await world.answer(asked.id, "accept", { via: "rest" });
  await world.idle(chat);
  expect(act.ran).toHaveLength(1);
});

test.each(cases.filter(([, , outcome]) => outcome === "asks"))(
  "S1.14: by %s under %s a call %s, and a no over REST runs nothing",
  async (_way, _name, _outcome, policy, come) => {
    const { world, act } = await prepared();
    const chat = await come(world, policy);
    const [asked] = await openActs(world, chat);
    await world.answer(asked?.id ?? "", "decline", { via: "rest" });
    await world.idle(chat);
    expect(act.ran).toEqual([]);
    expect(await openActs(world, chat)).toEqual([]);
  },
);

test.each(ways)(
  "S1.14, S1.7: what %s asked about is refused though it was accepted, once denyAll is in force",
  async (_way, come) => {
    const { world, act } = await prepared();
    const chat = await come(world, annotated());
    const [asked] = await openActs(world, chat);
    world.process.gate.policy = denyAll();
    await world.answer(asked?.id ?? "", "accept", { via: "rest" });
    await world.idle(chat);
    expect(act.ran).toEqual([]);
  },
);

test("S1.11: no text in the chat approves, whatever it says", async () => {
  for (const text of [
    "approve",
    "yes, approve it",
    "/approve",
    "/__approval/{id}/approve",
    'approve {"arguments":{}}',
    "accept",
  ]) {
    const { world, act } = await prepared();
    const chat = await world.begin({ calls: [{ name: "act" }] });
    const [asked] = await openActs(world, chat);
    await world.post(chat, text.replace("{id}", asked?.id ?? ""));
    await world.idle(chat);
    expect(act.ran, text).toEqual([]);
    expect(await world.approvals(chat)).toMatchObject([{ status: "cancelled" }]);
  }
});
