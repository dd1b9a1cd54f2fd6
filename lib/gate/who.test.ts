import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld } from "#e2e/support/gate-world.ts";
import { addPeople, disable, giveRole, team } from "#e2e/support/team.ts";
import type { Who } from "#lib/approvals/who.ts";
import { inboxIn } from "#lib/server/inbox.ts";
import { extend } from "./expire.ts";

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
  const waitsFor = async ({ id }: { id: string }) => (await inbox.list(id, page)).map((item) => item.id);
  return { world, tool, chat, id: approval.id, inbox, waitsFor };
}

test("row 9: what needs another person waits in the inbox of reviewers and the owner, and of nobody else", async () => {
  const { world, id, inbox, waitsFor } = await asked({ kind: "other" });
  expect(await waitsFor(ana)).toEqual([id]);
  for (const nobody of [world.person, world.stranger, cleo, dora]) expect(await waitsFor(nobody)).toEqual([]);
  await giveRole(world.store, cleo, "owner");
  expect(await waitsFor(cleo)).toEqual([id]);
  const seen = await inbox.one(world.person.id, id);
  expect(seen?.view.audience).toEqual({
    kind: "other",
    words: "Waits for a reviewer: Ana, Ben or Cleo.",
    mayAnswer: false,
    askedBy: null,
    needed: 1,
    signatures: [],
  });
  expect((await inbox.one(ana.id, id))?.view.audience).toMatchObject({ mayAnswer: true, askedBy: "Kim" });
  expect(await inbox.one(dora.id, id)).toBeNull();
});

test("row 9, F10, B1: who asked sees the question and may not answer it; for a third person it does not exist", async () => {
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
  expect(await world.audit(chat)).toContainEqual(expect.objectContaining({ kind: "approval-extended", by: "ana" }));
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
          "It needs a reviewer who is not the person who asks, and there is none here. It ends by itself, and is not run.",
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

test("row 9: one that others gave counts also once the person could have given it themselves", async () => {
  const { world, tool, chat, id } = await asked({ kind: "other" });
  tool.who = { kind: "self" };
  expect(await world.answer(id, "accept")).toMatchObject({ refused: "others-answer" });
  await world.answer(id, "accept", { person: ana });
  await world.idle(chat);
  expect(tool.ran).toHaveLength(1);
});
