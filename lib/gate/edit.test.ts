import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld } from "#e2e/support/gate-world.ts";
import { policyOf } from "#e2e/support/policy-of.ts";
import { toolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import type { LookAgain } from "#lib/gate/answer/answer.ts";
import type { DecideOutcome } from "#lib/gate/answer/answer.ts";

const inputSchema = {
  type: "object",
  properties: { disk: { type: "string" }, depth: { type: "integer", minimum: 0 } },
  required: ["disk"],
  additionalProperties: false,
};
const fewerDisks = toolApprovalPolicy.custom(({ arguments: { disk } }) =>
  disk === "all" ? { verdict: "deny", reason: "Not all disks at once." } : true,
);

async function asked() {
  const tool = fakeTool("wipe", { inputSchema });
  const world = await gateWorld({ tools: [tool], policy: fewerDisks });
  const chat = await world.begin({ calls: [{ name: "wipe", args: { disk: "a" } }] });
  return { world, tool, chat };
}

test("S2.5, S2.6: what runs is the edited call, byte for byte, under its own digest", async () => {
  const { world, tool, chat } = await asked();
  const [approval] = await world.open(chat);
  await world.settle(chat, "accept", { arguments: { disk: "b", depth: 2 } });
  expect(tool.ran.map(({ arguments: ran }) => ran)).toEqual([{ disk: "b", depth: 2 }]);
  expect(tool.ran[0]?.digest).not.toBe(approval?.digest);
  expect(await world.audit(chat)).toContainEqual(
    expect.objectContaining({ kind: "approval-decided", edited: true, digest: tool.ran[0]?.digest }),
  );
});

test("S2.5: an accept without arguments runs the call as it was proposed, and so does an edit that changes nothing", async () => {
  for (const more of [{}, { arguments: { disk: "a" } }]) {
    const { world, tool, chat } = await asked();
    await world.settle(chat, "accept", more);
    expect(tool.ran.map(({ arguments: ran }) => ran)).toEqual([{ disk: "a" }]);
    expect(world.lastPrompt()).not.toContain("changed the arguments");
    expect(await world.audit(chat)).toContainEqual(
      expect.objectContaining({ kind: "approval-decided", edited: false }),
    );
  }
});

test("row 10: the model is told what ran and who changed it, and the message shows the edited arguments", async () => {
  const { world, chat } = await asked();
  await world.settle(chat, "accept", { arguments: { disk: "b" } });
  expect(world.lastPrompt()).toContain("The user (Kim) changed the arguments before approving");
  expect(world.lastPrompt()).toContain(JSON.stringify('what ran was: {"disk":"b"}').slice(1, -1));
  const { parts } = await world.message(chat);
  expect(parts.find(({ type }) => type === "dynamic-tool")).toMatchObject({ input: { disk: "b" } });
  expect(parts.find(({ type }) => type === "data-approval")).toMatchObject({
    data: { decision: { editedArgumentsJson: '{"disk":"b"}' }, subject: { argumentsJson: '{"disk":"a"}' } },
  });
});

test("S1.19: an edit that does not fit the schema is refused by field and the card stays open", async () => {
  const { world, tool, chat } = await asked();
  for (const [edit, path] of [
    [{ disk: 5 }, "/disk"],
    [{}, ""],
    [{ disk: "b", depth: -1 }, "/depth"],
    [{ disk: "b", sudo: true }, "/sudo"],
  ] as const) {
    const outcome = await world.answer(chat, "accept", { arguments: edit });
    expect(outcome, JSON.stringify(edit)).toMatchObject({ refused: "unfit" });
    expect(JSON.stringify(outcome)).toContain(`"path":"${path}`);
  }
  expect(await world.open(chat)).toHaveLength(1);
  expect(tool.ran).toEqual([]);
});

test("row 10: an edit is judged again, and one that a policy refuses leaves the card open", async () => {
  const { world, tool, chat } = await asked();
  const outcome = await world.answer(chat, "accept", { arguments: { disk: "all" } });
  expect(outcome).toMatchObject({ refused: "unfit", message: expect.stringContaining("Not all disks at once.") });
  expect(await world.open(chat)).toHaveLength(1);
  await world.settle(chat, "accept", { arguments: { disk: "b" } });
  expect(tool.ran).toHaveLength(1);
});

test("row 10: an amount that is edited is judged by its rules again, and both verdicts are on record", async () => {
  const refunds = policyOf(`rules:
  - { id: never-above-1000, tool: refund, when: 'args.amount > 1000', then: deny, reason: "Refunds above 1,000 are refused." }
  - { id: small, tool: refund, when: 'args.amount <= 10', then: allow }
  - { id: refunds-ask, tool: refund, then: ask, reason: "Refunds ask." }`);
  const tool = fakeTool("refund");
  const world = await gateWorld({ tools: [tool], policy: refunds });
  const chat = await world.begin({ calls: [{ name: "refund", args: { amount: 50 } }] });
  expect(await world.answer(chat, "accept", { arguments: { amount: 1_001 } })).toMatchObject({
    refused: "unfit",
    message: "A policy refuses these arguments: Refunds above 1,000 are refused.",
  });
  expect(tool.ran).toEqual([]);
  expect(await world.settle(chat, "accept", { arguments: { amount: 900 } })).toMatchObject({
    decided: { status: "accepted" },
  });
  expect(tool.ran.map(({ arguments: ran }) => ran)).toEqual([{ amount: 900 }]);
  const verdicts = (await world.audit(chat)).filter(({ kind }) => kind === "verdict-given");
  expect(verdicts).toMatchObject([
    { verdict: "ask", ruleId: "rule:refunds-ask" },
    { verdict: "ask", ruleId: "rule:refunds-ask", digest: tool.ran[0]?.digest },
  ]);
});

const twoRules = policyOf(`rules:
  - { id: refunds-ask, tool: refund, then: ask, reason: "Refunds ask." }
  - { id: large, tool: refund, when: 'args.amount > 1000', then: ask, reason: "Large refunds ask the head of sales." }
  - { id: foreign, tool: refund, when: 'args.currency != "EUR"', then: ask, reason: "Foreign refunds ask." }`);

async function refundAsked(policy = twoRules, more: Parameters<typeof fakeTool>[1] = {}) {
  const tool = fakeTool("refund", more);
  const world = await gateWorld({ tools: [tool], policy });
  const chat = await world.begin({ calls: [{ name: "refund", args: { amount: 50, currency: "EUR" } }] });
  return { world, tool, chat };
}

function againIn(outcome: DecideOutcome): LookAgain {
  if (!("again" in outcome) || outcome.again === undefined) throw new Error(JSON.stringify(outcome));
  return outcome.again;
}

test("row 10: an edit that hits another rule runs only after that rule's reason was shown, for exactly these arguments", async () => {
  const { world, tool, chat } = await refundAsked();
  const large = { amount: 2_000, currency: "EUR" };
  const outcome = await world.settle(chat, "accept", { arguments: large });
  expect(outcome).toMatchObject({
    refused: "unfit",
    message: expect.stringContaining("Large refunds ask the head of sales."),
  });
  const { reasons, seen } = againIn(outcome);
  expect(reasons).toEqual([{ ruleId: "rule:large", reason: "Large refunds ask the head of sales." }]);
  // What was looked at is this call and this reason, no other.
  const foreign = await world.settle(chat, "accept", { arguments: { amount: 2_000, currency: "USD" }, seen });
  expect(againIn(foreign).reasons.map(({ ruleId }) => ruleId)).toEqual(["rule:large", "rule:foreign"]);
  const larger = await world.settle(chat, "accept", { arguments: { ...large, amount: 3_000 }, seen });
  expect(againIn(larger).reasons).toEqual(reasons);
  expect(tool.ran).toEqual([]);
  expect(await world.open(chat)).toHaveLength(1);
  expect((await world.audit(chat)).map(({ kind }) => kind)).toEqual(["verdict-given", "approval-opened"]);

  expect(await world.settle(chat, "accept", { arguments: large, seen })).toMatchObject({
    decided: { status: "accepted" },
  });
  expect(tool.ran.map(({ arguments: ran }) => ran)).toEqual([large]);
});

test("row 10: a card names every rule that asks, and an edit among them needs no second look", async () => {
  const tool = fakeTool("refund");
  const world = await gateWorld({ tools: [tool], policy: twoRules });
  const chat = await world.begin({ calls: [{ name: "refund", args: { amount: 2_000, currency: "USD" } }] });
  const { parts } = await world.message(chat);
  expect(parts.find(({ type }) => type === "data-approval")).toMatchObject({
    data: {
      subject: {
        ruleId: "rule:refunds-ask",
        also: [
          { ruleId: "rule:large", reason: "Large refunds ask the head of sales." },
          { ruleId: "rule:foreign", reason: "Foreign refunds ask." },
        ],
      },
    },
  });
  expect(await world.settle(chat, "accept", { arguments: { amount: 1_500, currency: "EUR" } })).toMatchObject({
    decided: { status: "accepted" },
  });
  expect(tool.ran).toHaveLength(1);
});

test("row 10: neither the flag of a tool nor a policy in code hides the rule that an edit runs into", async () => {
  const abroad = toolApprovalPolicy.custom(({ arguments: { currency } }) =>
    currency === "EUR" ? false : { verdict: "ask", reason: "This leaves the country." },
  );
  const { world, tool, chat } = await refundAsked(toolApprovalPolicy.all([twoRules, abroad]), { flag: "always" });
  const outcome = await world.answer(chat, "accept", { arguments: { amount: 2_000, currency: "USD" } });
  expect(againIn(outcome).reasons.map(({ reason }) => reason)).toEqual([
    "Large refunds ask the head of sales.",
    "Foreign refunds ask.",
    "This leaves the country.",
  ]);
  expect(tool.ran).toEqual([]);
});

test("row 9, row 10: an edit does not avoid a second person who must answer by now", async () => {
  const { world, tool, chat } = await refundAsked();
  tool.who = { kind: "other" };
  const edited = await world.answer(chat, "accept", { arguments: { amount: 60, currency: "EUR" } });
  expect(edited).toMatchObject({
    refused: "unfit",
    message: expect.stringContaining("Who must approve it was changed"),
  });
  tool.who = { kind: "quorum", needed: 2, people: [], roles: ["reviewer"] };
  expect(await world.answer(chat, "accept", { arguments: { amount: 60, currency: "EUR" } })).toMatchObject({
    refused: "others-answer",
  });
  expect(await world.open(chat)).toHaveLength(1);
  expect(tool.ran).toEqual([]);
});

test("E7, C11: an edit that is not plain JSON or pollutes a prototype is refused", async () => {
  const { world, tool, chat } = await asked();
  for (const edit of ['{"__proto__":{"disk":"b"}}', '{"disk":"b","constructor":{}}', '{"disk":"\\ud800"}']) {
    expect(await world.answer(chat, "accept", { arguments: JSON.parse(edit) }), edit).toMatchObject({
      refused: "unfit",
    });
  }
  expect(({} as { disk?: string }).disk).toBeUndefined();
  expect(tool.ran).toEqual([]);
  expect(await world.open(chat)).toHaveLength(1);
});

test("an edit rides on an accept only, and content on no tool call", async () => {
  const { world, chat } = await asked();
  expect(await world.answer(chat, "decline", { arguments: { disk: "b" } })).toMatchObject({ refused: "unfit" });
  expect(await world.answer(chat, "accept", { content: { disk: "b" } })).toMatchObject({ refused: "unfit" });
  expect(await world.open(chat)).toHaveLength(1);
});

test("A1: the same edit again is no conflict, another edit is", async () => {
  const { world, tool, chat } = await asked();
  const [approval] = await world.open(chat);
  const again = () => world.answer(approval?.id ?? "", "accept", { arguments: { disk: "b" } });
  await again();
  expect(await again()).toMatchObject({ decided: { status: "accepted" } });
  const other = await world.answer(approval?.id ?? "", "accept", { arguments: { disk: "c" } });
  expect(other).toMatchObject({ refused: "settled", status: "accepted" });
  await world.idle(chat);
  expect(tool.ran).toHaveLength(1);
});

test("S2.7, S2.9: a note reaches the model, with an accept and with a decline", async () => {
  for (const [action, text] of [
    ["accept", 'approved with this note: \\"only this once\\"'],
    ["decline", 'Their reason: \\"only this once\\"'],
  ] as const) {
    const { world, chat } = await asked();
    await world.settle(chat, action, { note: "only this once" });
    expect(world.lastPrompt()).toContain(JSON.stringify(text).slice(1, -1).replaceAll("\\\\\\", "\\"));
    expect((await world.message(chat)).parts.find(({ type }) => type === "data-approval")).toMatchObject({
      data: { decision: { note: "only this once", by: "Kim" } },
    });
  }
});
