import { expect, test } from "vitest";
import { fakeTool, type FakeTool } from "#e2e/support/fake-tool.ts";
import { call, granted, inChat } from "#e2e/support/granting.ts";
import { gateWorld, type GateWorld } from "#e2e/support/gate-world.ts";
import { addPeople, giveRole, team, type Teammate } from "#e2e/support/team.ts";
import type { Who } from "#lib/people/who.ts";
import { toolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import { inboxIn } from "#lib/server/approvals/inbox.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { sessionOf } from "#e2e/support/session-of.ts";
import { insertKey } from "#lib/store/people/keys.ts";
import { countVersion, toolsVersionKey } from "#lib/store/runs/call-preconditions.ts";
import { tightenOpen } from "./tighten.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";
import { storedSubjectOf } from "#lib/gate/contract/stored-approval.ts";

const { ana, ben, cleo } = team;
const two: Who = { kind: "quorum", needed: 2, people: [], roles: ["reviewer"] };
const high = { risk: 4, riskSource: "mcp.json" } as const;
const raised = "This tool's risk was raised from 2 to 4 after this card opened.";
const mustType = "It is of high risk now: to approve it, type what the card asks for.";

async function asked(over: Partial<FakeTool> = {}) {
  const tool = fakeTool("pay", { risk: 2, flag: "always", ...over });
  const world = await gateWorld({ tools: [tool] });
  await addPeople(world.store);
  await giveRole(world.store, world.person, "member");
  const chat = await world.begin([{ calls: [{ name: "pay", args: { to: "ACME", amount: 5 } }] }, { text: "done" }]);
  const [approval] = await world.open(chat);
  if (!approval) throw new Error("Nobody was asked.");
  const view = async (person: { id: string } = world.person) =>
    (await inboxIn(world.store).one(person.id, approval.id))?.view;
  return { world, tool, chat, id: approval.id, view };
}

const changed = (...sentences: string[]) => ({
  refused: "unfit",
  message: expect.stringContaining(sentences.join(" ")) as string,
});
const accepted = { decided: { status: "accepted" } };
const kinds = async (world: GateWorld, chat: string) => (await world.audit(chat)).map(({ kind }) => kind);

test("row 25: a risk that is raised reaches a card that is open: it says so, and is approved only by typing", async () => {
  const { world, tool, chat, id, view } = await asked();
  Object.assign(tool, { ...high, confirmBy: "to" });
  expect(await tightenOpen(world.process.gate, ["pay"])).toBe(true);
  expect(await view()).toMatchObject({
    risk: 4,
    changes: [raised, mustType],
    subject: { highRisk: 4, confirmBy: "to" },
  });
  expect((await view())?.subject).not.toHaveProperty("grants");
  expect((await world.audit(chat)).at(-1)).toMatchObject({
    kind: "approval-tightened",
    approval: id,
    changes: [raised, mustType],
  });
  expect(await world.answer(chat, "accept")).toMatchObject({ refused: "unfit", fields: [{ path: "confirm" }] });
  expect(tool.ran).toEqual([]);
  expect(await world.settle(chat, "accept", { confirm: "ACME" })).toMatchObject(accepted);
  expect(tool.ran).toHaveLength(1);
  // Looked at again, it is as strict as it was and says nothing twice.
  expect((await kinds(world, chat)).filter((kind) => kind === "approval-tightened")).toHaveLength(1);
});

test("row 25: an answer that comes before the card changed counts for nothing, and changes the card", async () => {
  const { world, tool, chat, view } = await asked();
  Object.assign(tool, high);
  expect(await world.answer(chat, "accept")).toMatchObject(changed(raised, mustType));
  expect((await view())?.changes).toEqual([raised, mustType]);
  expect(await world.open(chat)).toHaveLength(1);
  expect(await world.answer(chat, "accept")).toMatchObject({ refused: "unfit", fields: [{ path: "confirm" }] });
  expect(tool.ran).toEqual([]);
  expect(await world.settle(chat, "decline")).toMatchObject({ decided: { status: "declined" } });
});

test("row 25, B11: what tightens the card while an answer is looked at counts for it, also whether a fresh proof is wanted", async () => {
  const { world, tool, chat, id } = await asked();
  const { gate } = world.process;
  gate.policy = toolApprovalPolicy.custom(async () => {
    tool.risk = 4;
    await tightenOpen(gate, ["pay"]);
    return false;
  });
  const answer = {
    person: world.person,
    target: { approvalId: id },
    action: "accept",
    arguments: { to: "ACME", amount: 6 },
    via: "chat",
    proof: null,
  } as const;
  expect(await world.decide(answer)).toMatchObject(changed("Look at it again."));
  expect(await world.decide(answer)).toMatchObject({ refused: "prove-again" });
  expect(tool.ran).toEqual([]);
  expect(await world.open(chat)).toHaveLength(1);
});

test("row 25: also a risk that asks for no typing is looked at again; what was raised and lowered again stays raised", async () => {
  const { world, tool, chat, view } = await asked();
  tool.risk = 3;
  expect(await world.answer(chat, "accept")).toMatchObject(changed("from 2 to 3"));
  tool.risk = 1;
  await tightenOpen(world.process.gate, ["pay"]);
  expect(await view()).toMatchObject({ risk: 3 });
  expect(await world.settle(chat, "accept")).toMatchObject(accepted);
  expect(tool.ran).toHaveLength(1);
});

test("row 25, I6: a key does not answer what is a high risk by now", async () => {
  const { world, tool, id } = await asked();
  const key = await insertKey(world.store, {
    id: "k1",
    personId: world.person.id,
    tokenHash: await sessionOf(world.store, world.person.id),
    name: "ci",
    keyHash: "",
    scopes: ["approvals:decide"],
    lifetimeMs: 60_000,
  });
  const keyId = typeof key === "string" ? "" : key.id;
  Object.assign(tool, { risk: 4 });
  const answer = { person: world.person, target: { approvalId: id }, action: "accept", via: "key" } as const;
  expect(await world.decide({ ...answer, keyId })).toMatchObject(changed(raised));
  expect(await world.decide({ ...answer, keyId })).toMatchObject({ refused: "forbidden" });
  expect(tool.ran).toEqual([]);
});

test("row 25, row 9: where others must answer by now, the card waits for them and leaves the inbox of who asked", async () => {
  const { world, tool, chat, id, view } = await asked();
  tool.who = { kind: "other" };
  for (const action of ["accept", "decline"] as const) {
    const before = await world.answer(id, action);
    expect(before).toMatchObject(
      action === "accept" ? changed("Who must approve it was changed") : { refused: "others-answer" },
    );
  }
  expect((await view())?.audience).toMatchObject({ kind: "other", mayAnswer: false });
  const page = { status: "pending", offset: 0, limit: 10 } as const;
  const waits = async (person: { id: string }) =>
    (await inboxIn(world.store).list(person.id, page)).items.map((one) => one.id);
  expect(await waits(world.person)).toEqual([]);
  expect(await waits(ana)).toEqual([id]);
  expect(await world.answer(id, "accept", { person: ana })).toMatchObject(accepted);
  await world.idle(chat);
  expect(tool.ran).toHaveLength(1);
});

test("row 25, row 9: signatures stay where more people must sign, and count no more where the call is riskier", async () => {
  const { world, tool, chat, id } = await asked({ who: two });
  const sign = (person: Teammate, confirm?: string) => world.answer(id, "accept", { person, confirm });
  expect(await sign(ana)).toMatchObject({ decided: { status: "pending" } });
  tool.who = { kind: "quorum", needed: 2, people: ["cleo"], roles: [] };
  // Both groups: two reviewers, and two of those named now, of whom there is one.
  expect(await sign(ben)).toMatchObject(changed("Who must approve it was changed"));
  expect(await sign(ben)).toMatchObject({ decided: { status: "pending" } });
  expect(await sign(cleo)).toMatchObject({ decided: { status: "pending" } });
  expect(tool.ran).toEqual([]);
  const audience = (await inboxIn(world.store).one(ana.id, id))?.view.audience;
  expect(audience?.words).toContain("only 1 person here may sign");

  const second = await asked({ who: two });
  const signToo = (person: Teammate, confirm?: string) => second.world.answer(second.id, "accept", { person, confirm });
  await signToo(ana);
  Object.assign(second.tool, high);
  expect(await signToo(ben, "pay")).toMatchObject(changed(raised));
  expect((await second.world.audit(second.chat)).at(-1)).toMatchObject({ kind: "approval-tightened", dropped: 1 });
  expect(await signToo(ben, "pay")).toMatchObject({ decided: { status: "pending" } });
  expect(await signToo(ana)).toMatchObject({ refused: "unfit" });
  expect(await signToo(ana, "pay")).toMatchObject(accepted);
  await second.world.idle(second.chat);
  expect(second.tool.ran).toHaveLength(1);
  expect(chat).not.toBe(second.chat);
});

test("row 25, row 9: of two groups that both must sign each is met by its own people", async () => {
  const { world, tool, chat, id } = await asked({ who: two });
  tool.who = { kind: "quorum", needed: 1, people: ["cleo"], roles: [] };
  await tightenOpen(world.process.gate, ["pay"]);
  const sign = (person: Teammate) => world.answer(id, "accept", { person });
  expect(await sign(ana)).toMatchObject({ decided: { status: "pending" } });
  expect(await sign(ben)).toMatchObject({ decided: { status: "pending" } });
  expect((await inboxIn(world.store).one(ben.id, id))?.view.audience?.words).toBe("0 of 1 signed. Waits for Cleo.");
  expect(tool.ran).toEqual([]);
  expect(await sign(cleo)).toMatchObject(accepted);
  await world.idle(chat);
  expect(tool.ran).toHaveLength(1);
});

test("row 25: an edit cannot be approved alone where several must sign by now", async () => {
  const { world, tool, id } = await asked();
  tool.who = two;
  await tightenOpen(world.process.gate, ["pay"]);
  const edited = { person: ana, arguments: { to: "ACME", amount: 1 } };
  expect(await world.answer(id, "accept", edited)).toMatchObject({ refused: "unfit" });
  expect(tool.ran).toEqual([]);
});

test.each<[string, Partial<FakeTool>, string]>([
  ["its risk", { risk: 3 }, "watched more closely now"],
  ["that it is typed", high, "watched more closely now"],
  ["who approves it", { who: { kind: "other" } }, "others must approve"],
])("row 25: what was approved before %s was tightened does not start", async (_, over, said) => {
  const { world, tool, chat } = await asked();
  let judged = 0;
  const offered = world.process.gate.catalogue.tools() as Map<string, Tool>;
  world.process.gate.policy = toolApprovalPolicy.custom(() => {
    // The call was approved, and is about to start.
    if ((judged += 1) === 1) offered.set("pay", { ...tool, ...over });
    return true;
  });
  expect(await world.settle(chat, "accept")).toMatchObject(accepted);
  expect(tool.ran).toEqual([]);
  expect(await world.calls(chat)).toMatchObject([{ state: "refused" }]);
  expect(world.lastPrompt()).toContain(said);
});

test("row 25: a tool that asks every time by now takes away what a card offered to grant", async () => {
  const { world, tool, chat, view } = await asked({ flag: "inherit", risk: 1 });
  expect((await view())?.subject).toHaveProperty("grants");
  tool.flag = "always";
  await tightenOpen(world.process.gate, ["pay"]);
  expect((await view())?.subject).not.toHaveProperty("grants");
  expect((await view())?.changes).toEqual([expect.stringContaining("Less can be granted")]);
  expect(await world.settle(chat, "accept")).toMatchObject(accepted);
});

test("row 25, A11: a grant covers no tool that is riskier by now than when it was given", async () => {
  const { world, tool, chat } = await granted(inChat);
  expect(await call(world, chat, "wipe", { n: 1 })).toBe(0);
  const ran = tool.ran.length;
  tool.risk = 2;
  expect(await call(world, chat, "wipe", { n: 2 })).toBe(1);
  expect(tool.ran).toHaveLength(ran);
});

test("row 25: what another process tightened counts for an answer here, before this one has heard of it", async () => {
  const { world, tool, chat } = await asked();
  const { gate } = world.process;
  const known = { policy: 0, tools: 0 };
  gate.shared = {
    versions: () => known,
    catchUp: async () => {
      known.tools = 1;
      Object.assign(tool, high);
    },
  };
  await inTransaction(world.store, async (trx) => {
    await countVersion(trx, toolsVersionKey);
  });
  expect(await world.answer(chat, "accept")).toMatchObject(changed(raised));
  expect(tool.ran).toEqual([]);
});

test("row 25: a tool that is away, or another one by now, leaves the card as it is, and the call is not started", async () => {
  const { world, tool, chat } = await asked();
  Object.assign(tool, { ...high, fingerprint: "e".repeat(64) });
  await tightenOpen(world.process.gate, ["pay"]);
  const [open] = await world.open(chat);
  expect(storedSubjectOf(open!)).not.toHaveProperty("changes");
  await world.settle(chat, "accept");
  expect(tool.ran).toEqual([]);
});

test("row 25: an answer to the card as it was before it changed counts for nothing, also where it changed first", async () => {
  const { world, tool, chat, id } = await asked();
  Object.assign(tool, { risk: 3, riskSource: "mcp.json" });
  await tightenOpen(world.process.gate, ["pay"]);
  const higher = "This tool's risk was raised from 2 to 3 after this card opened.";
  expect(await world.answer(chat, "accept", { changesSeen: 0 })).toMatchObject(changed(higher));
  expect(tool.ran).toEqual([]);
  expect(await world.open(chat)).toMatchObject([{ id }]);
  expect(await world.settle(chat, "accept", { changesSeen: 1 })).toMatchObject(accepted);
  expect(tool.ran).toHaveLength(1);
});
