import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld } from "#e2e/support/gate-world.ts";
import { addPeople, disable, giveRole, team } from "#e2e/support/team.ts";
import type { Who } from "#lib/people/who.ts";
import { wordsOf } from "#lib/audit/words.ts";
import { inboxIn } from "#lib/server/approvals/inbox.ts";
import { decide } from "#lib/gate/answer/decide.ts";
import { extend } from "#lib/gate/answer/expire.ts";

const { ana, ben, cleo, dora } = team;

/** A chat of Kim, a member, that asks by a tool with this `who`. */
async function asked(who: Who) {
  const tool = fakeTool("pay", { who });
  const world = await gateWorld({ tools: [tool] });
  await addPeople(world.store);
  await giveRole(world.store, world.person, "member");
  await giveRole(world.store, world.stranger, "member");
  const chat = await world.begin([{ calls: [{ name: "pay", args: { amount: 5 } }] }, { text: "done" }]);
  const [approval] = await world.open(chat);
  if (!approval) throw new Error("Nobody was asked.");
  const inbox = inboxIn(world.store);
  const page = { status: "pending", offset: 0, limit: 10 } as const;
  const waitsFor = async ({ id }: { id: string }) => (await inbox.list(id, page)).items.map((item) => item.id);
  return { world, tool, chat, id: approval.id, inbox, waitsFor };
}

test("row 9: a call that needs another person waits in the inboxes of reviewers and the owner only", async () => {
  const { world, id, inbox, waitsFor } = await asked({ kind: "other" });
  expect(await waitsFor(ana)).toEqual([id]);
  for (const nobody of [world.person, world.stranger, cleo, dora]) expect(await waitsFor(nobody)).toEqual([]);
  await giveRole(world.store, cleo, "owner");
  expect(await waitsFor(cleo)).toEqual([id]);
  const seen = await inbox.one(world.person.id, id);
  expect(seen?.view.audience).toEqual({
    kind: "other",
    words: "Waits for a reviewer: Ana, Ben, Cleo.",
    mayAnswer: false,
    askedBy: null,
    needed: 1,
    signatures: [],
  });
  expect((await inbox.one(ana.id, id))?.view.audience).toMatchObject({ mayAnswer: true, askedBy: "Kim" });
  expect(await inbox.one(dora.id, id)).toBeNull();
});

test("G60, B1: a settled call of another is listed once to its asker and to whoever it was put to, and to nobody else", async () => {
  const { world, id, inbox } = await asked({ kind: "other" });
  await world.answer(id, "decline", { person: ana });
  const page = { status: "declined", offset: 0, limit: 10 } as const;
  const seenBy = async (person: { id: string }) => (await inbox.list(person.id, page)).items.map((item) => item.id);
  for (const person of [ana, ben, world.person]) expect(await seenBy(person)).toEqual([id]);
  for (const nobody of [world.stranger, cleo, dora]) expect(await seenBy(nobody)).toEqual([]);
});

test("row 9, F10, B1: the asker sees the question and may not answer it; for a third person it does not exist", async () => {
  const { world, tool, chat, id } = await asked({ kind: "other" });
  await giveRole(world.store, world.person, "owner");
  const { gate } = world.process;
  for (const action of ["accept", "decline", "cancel"] as const) {
    expect(await world.answer(id, action)).toEqual({ refused: "others-answer", approvalId: id });
    expect(await world.answer(id, action, { person: cleo })).toEqual({ refused: "unknown" });
    expect(await world.answer(id, action, { person: dora })).toEqual({ refused: "unknown" });
  }
  const byCall = { chatId: chat, toolCallId: (await world.calls(chat))[0]?.tool_call_id ?? "" };
  const answer = { action: "accept", via: "chat" } as const;
  expect(await world.decide({ person: cleo, target: byCall, ...answer })).toEqual({ refused: "unknown" });
  expect(await world.decide({ person: world.person, target: byCall, ...answer })).toMatchObject({
    refused: "others-answer",
  });
  expect(await extend(gate, { id, personId: cleo.id })).toEqual({ refused: "unknown" });
  expect(await extend(gate, { id, personId: world.person.id })).toEqual({ refused: "others-answer" });
  expect(await extend(gate, { id, personId: ana.id })).toMatchObject({ extended: { extensions: 1 } });
  expect(await world.audit(chat)).toContainEqual(
    expect.objectContaining({ kind: "approval-extended", by: "ana", name: "Ana" }),
  );
  expect(tool.ran).toEqual([]);
  expect(await world.decide({ person: ana, target: byCall, ...answer })).toMatchObject({
    decided: { status: "accepted" },
  });
  await world.idle(chat);
  expect(tool.ran).toHaveLength(1);
  const decided = (await world.audit(chat)).filter(({ kind }) => kind === "approval-decided");
  expect(decided).toMatchObject([{ action: "accept", by: "ana", name: "Ana" }]);
  expect((await world.message(chat)).parts).toContainEqual(
    expect.objectContaining({ data: expect.objectContaining({ decision: expect.objectContaining({ by: "Ana" }) }) }),
  );
});

test("I40: a settled card says by their address who answered for somebody else, whatever they call themselves", async () => {
  const others: Who = { kind: "other" };
  const two: Who = { kind: "quorum", needed: 2, people: [], roles: ["reviewer"] };
  for (const [who, action, by] of [
    [others, "accept", "ana@example.com (You)"],
    [others, "decline", "ana@example.com (You)"],
    [two, "decline", "ana@example.com (You)"],
    [two, "accept", "ana@example.com (You), ben@example.com (Ben)"],
  ] as const) {
    const { world, id, inbox } = await asked(who);
    for (const { id: person } of [ana, ben]) {
      const email = `${person}@example.com`;
      await world.store.db.updateTable("people").set({ email }).where("id", "=", person).execute();
    }
    await world.store.db.updateTable("people").set({ name: "You" }).where("id", "=", ana.id).execute();
    await world.answer(id, action, { person: { ...ana, name: "You" } });
    await world.advance(1_000);
    if (action === "accept") await world.answer(id, action, { person: ben });
    const seen = await inbox.one(world.person.id, id);
    expect(seen?.view.decision?.by).toBe(by);
    expect(seen?.outcome).toContain(`by ${by}`);
  }
});

test("B11: a reviewer who was demoted or shut out meanwhile answers nothing, and sees nothing any more", async () => {
  const { world, tool, chat, id, waitsFor } = await asked({ kind: "other" });
  await giveRole(world.store, ana, "member");
  await disable(world.store, ben);
  for (const person of [ana, ben]) {
    expect(await world.answer(id, "accept", { person })).toEqual({ refused: "unknown" });
    expect(await waitsFor(person)).toEqual([]);
  }
  await disable(world.store, world.person);
  expect(await world.open(chat)).toHaveLength(1);
  expect(tool.ran).toEqual([]);
});

test("B11: a person who was shut out does not answer for their own chat either", async () => {
  const { world, tool, id } = await asked({ kind: "self" });
  await disable(world.store, world.person);
  expect(await world.answer(id, "accept")).toEqual({ refused: "others-answer", approvalId: id });
  expect(tool.ran).toEqual([]);
});

test("row 9: where only the person who asks could answer, the card says that it cannot be approved", async () => {
  const tool = fakeTool("pay", { who: { kind: "other" } });
  const world = await gateWorld({ tools: [tool] });
  await world.store.db.deleteFrom("people").where("id", "=", world.stranger.id).execute();
  const chat = await world.begin([{ calls: [{ name: "pay", args: {} }] }, { text: "done" }]);
  const part = (await world.message(chat)).parts.find(({ type }) => type === "data-approval");
  expect(part).toMatchObject({
    data: {
      audience: {
        mayAnswer: false,
        words:
          "It needs a reviewer who is not the person who asks, and there is none here. It will expire without running.",
      },
    },
  });
});

test("row 9: an approval does not count for a call whose tool needs others by the time it would start", async () => {
  const { world, tool, chat } = await asked({ kind: "self" });
  tool.who = { kind: "other" };
  expect(await world.answer(chat, "accept")).toMatchObject({ refused: "unfit" });
  expect(await world.answer(chat, "accept")).toMatchObject({ refused: "others-answer" });
  expect(tool.ran).toEqual([]);
});

test("row 9: an approval by others still counts once the person could have given it themselves", async () => {
  const { world, tool, chat, id } = await asked({ kind: "other" });
  tool.who = { kind: "self" };
  expect(await world.answer(id, "accept")).toMatchObject({ refused: "others-answer" });
  await world.answer(id, "accept", { person: ana });
  await world.idle(chat);
  expect(tool.ran).toHaveLength(1);
});

const day = 24 * 60 * 60 * 1000;

test.each([
  ["who asks made it", { person: "ana", by: "p1", asOwner: 1 }, "Whoever asks made that account"],
  ["an admin made it", { person: "ana", by: "dora", asOwner: 0 }, "Somebody other than the owner"],
  ["whoever has it made the asker's", { person: "p1", by: "ana", asOwner: 0 }, "the account that asks"],
  ["whoever has it made the asker's while the owner", { person: "p1", by: "ana", asOwner: 1 }, "the account that asks"],
])("B17: for 30 days an account is no second person where %s", async (_, { person, by, asOwner }, why) => {
  const { world, tool, chat, id, inbox, waitsFor } = await asked({ kind: "other" });
  const at = world.store.now;
  await world.store.db
    .insertInto("account_hands")
    .values({ person_id: person, by_id: by, as_owner: asOwner, at })
    .execute();
  expect(await waitsFor(ana)).toEqual([]);
  expect(await waitsFor(ben)).toEqual([id]);
  expect(await world.answer(id, "accept", { person: ana })).toEqual({
    refused: "others-answer",
    approvalId: id,
    message: expect.stringContaining(why),
  });
  expect((await inbox.one(ana.id, id))?.view.audience).toMatchObject({
    mayAnswer: false,
    words: expect.stringContaining("You do not count as a second person here"),
  });
  expect((await inbox.one("p1", id))?.view.audience?.words).toContain(
    "Waits for a reviewer: Ben. Not counted as a second person here: Ana.",
  );
  expect(tool.ran).toEqual([]);
  await world.store.db
    .updateTable("approvals")
    .set((row) => ({ expires_at: row("expires_at", "+", 31 * day) }))
    .execute();
  await world.advance(30 * day);
  expect(await world.answer(id, "accept", { person: ana })).toMatchObject({ decided: { status: "accepted" } });
  await world.idle(chat);
  expect(tool.ran).toHaveLength(1);
});

test("B17: two people whose accounts the owner made still count as two", async () => {
  const { world, id } = await asked({ kind: "other" });
  for (const person_id of ["p1", ana.id]) {
    await world.store.db
      .insertInto("account_hands")
      .values({ person_id, by_id: dora.id, as_owner: 1, at: world.store.now })
      .execute();
  }
  expect(await world.answer(id, "accept", { person: ana })).toMatchObject({ decided: { status: "accepted" } });
});

test("B17: an account and the person who made it sign as one, in any order, and a third person makes two", async () => {
  const two: Who = { kind: "quorum", needed: 2, people: [], roles: ["reviewer", "owner"] };
  const olga = { id: "olga", name: "Olga", role: "owner" } as const;
  for (const first of [ana, olga]) {
    const { world, tool, chat, id } = await asked(two);
    await addPeople(world.store, [olga]);
    for (const person_id of [ana.id, ben.id]) {
      const hand = { person_id, by_id: olga.id, as_owner: 1, at: world.store.now };
      await world.store.db.insertInto("account_hands").values(hand).execute();
    }
    const second = first === ana ? olga : ana;
    const pending = { decided: { status: "pending" } };
    expect(await world.answer(id, "accept", { person: first })).toMatchObject(pending);
    expect(await world.answer(id, "accept", { person: second })).toMatchObject(pending);
    expect(tool.ran).toEqual([]);
    const { words } = (await inboxIn(world.store).one("p1", id))?.view.audience ?? {};
    expect(words).toContain("Counted as one person here: Olga, Ana, Ben. The first of them made the others");
    // Both were made by the owner, and neither by the other.
    expect(await world.answer(id, "accept", { person: ben })).toMatchObject({ decided: { status: "accepted" } });
    await world.idle(chat);
    expect(tool.ran).toHaveLength(1);
  }
});

test("B17: a signer whose account the asker resets afterwards counts no more", async () => {
  const two: Who = { kind: "quorum", needed: 2, people: [], roles: ["reviewer"] };
  const { world, tool, chat, id } = await asked(two);
  await world.answer(id, "accept", { person: ana });
  await world.store.db
    .insertInto("account_hands")
    .values({ person_id: ana.id, by_id: "p1", as_owner: 1, at: world.store.now })
    .execute();
  expect(await world.answer(id, "accept", { person: ben })).toMatchObject({ decided: { status: "pending" } });
  expect(await world.open(chat)).toHaveLength(1);
  expect(tool.ran).toEqual([]);
});

test.each([
  [{ kind: "other" } as const, 1],
  [{ kind: "self" } as const, 4],
])(
  "H9: approving for others, and a high risk, needs a fresh proof of who it is, and says so: %j",
  async (who, risk) => {
    const { world, tool, chat, id } = await asked(who);
    await world.store.db
      .updateTable("approvals")
      .set({ risk: risk as 1 | 4 })
      .execute();
    const person = who.kind === "self" ? world.person : ana;
    const answer = { person, target: { approvalId: id }, action: "accept", via: "chat" } as const;
    const { gate } = world.process;
    expect(await decide(gate, answer)).toEqual({ refused: "prove-again", approvalId: id, by: "sign-in" });
    const stale = { by: "password", agoMs: 16 * 60_000, isFresh: false, hasPasskey: true } as const;
    expect(await decide(gate, { ...answer, proof: stale })).toMatchObject({ refused: "prove-again", by: "passkey" });
    expect(await world.open(chat)).toHaveLength(1);
    expect(tool.ran).toEqual([]);
    expect(await decide(gate, { ...answer, action: "decline" })).toMatchObject({ decided: { status: "declined" } });
  },
);

test("H15: the record of an answer says how its giver had proved who they are, and how long before", async () => {
  const { world, chat, id } = await asked({ kind: "other" });
  const proof = { by: "passkey", agoMs: 120_000, isFresh: true, hasPasskey: true } as const;
  await world.answer(id, "accept", { person: ana, proof });
  const decided = (await world.audit(chat)).find(({ kind }) => kind === "approval-decided");
  expect(decided).toMatchObject({ proved: { by: "passkey", agoMs: 120_000 } });
  const { kind = "", ...detail } = decided ?? {};
  expect(wordsOf(String(kind), detail)).toBe("Approved by Ana in the app, proved with a passkey 2 minutes before");
});
