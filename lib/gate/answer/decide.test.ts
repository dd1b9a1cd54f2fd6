import { sql } from "kysely";
import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld } from "#e2e/support/gate-world.ts";
import { sessionOf } from "#e2e/support/session-of.ts";
import { mortalDatabase } from "#e2e/support/mortal-database.ts";
import { signOut } from "#lib/store/people/accounts.ts";
import { decide } from "./decide.ts";
import type { Answer } from "./answer.ts";

const call = { name: "wipe", args: { disk: "a" } };

async function asked() {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool] });
  const chat = await world.begin({ calls: [call] });
  const [approval] = await world.open(chat);
  if (!approval) throw new Error("Nobody was asked.");
  return { world, tool, chat, approval };
}

test("A1: the same accept 100 times in a row and 100 times at once is one execution and one decision", async () => {
  const { world, tool, chat, approval } = await asked();
  const answer = (): Answer => ({
    person: world.person,
    target: { approvalId: approval.id },
    action: "accept",
    via: "chat",
    note: "go",
  });
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => world.decide(answer())));
  await world.idle(chat);
  for (let count = 0; count < 100; count += 1) outcomes.push(await world.decide(answer()));
  expect(outcomes.every((outcome) => "decided" in outcome && outcome.decided.status === "accepted")).toBe(true);
  expect(tool.ran).toHaveLength(1);
  const audit = await world.audit(chat);
  expect(audit.filter(({ kind }) => kind === "approval-decided")).toHaveLength(1);
  expect(audit.filter(({ kind }) => kind === "call-started")).toHaveLength(1);
  expect(world.errors).toEqual([]);
});

test("A3, S2.8, S4.10: of answers that race, the first wins, the others are told so, and the winner decides what runs", async () => {
  for (const first of ["accept", "decline", "cancel"] as const) {
    const { world, tool, chat, approval } = await asked();
    const others = (["accept", "decline", "cancel"] as const).filter((action) => action !== first);
    const outcomes = await Promise.all([first, ...others].map((action) => world.answer(approval.id, action)));
    await world.idle(chat);
    // On PostgreSQL the first to ask need not be the first to be served.
    const [winner, ...more] = outcomes.flatMap((outcome) => ("decided" in outcome ? [outcome.decided] : []));
    expect(more).toEqual([]);
    const status = winner?.status;
    expect(outcomes.filter((outcome) => "refused" in outcome)).toEqual([
      { refused: "settled", approvalId: approval.id, status },
      { refused: "settled", approvalId: approval.id, status },
    ]);
    expect(tool.ran).toHaveLength(status === "accepted" ? 1 : 0);
    expect((await world.audit(chat)).filter(({ kind }) => kind === "approval-decided")).toHaveLength(1);
  }
});

test("A4: a decline is never flipped, neither by id nor by tool call, neither with an edit nor with a note", async () => {
  const { world, tool, chat, approval } = await asked();
  await world.settle(chat, "decline");
  const base = { person: world.person, action: "accept", via: "chat" } as const;
  const byCall = { chatId: chat, toolCallId: "call_1" };
  for (const answer of [
    { ...base, target: { approvalId: approval.id } },
    { ...base, target: byCall },
    { ...base, target: byCall, arguments: { disk: "b" } },
    { ...base, target: byCall, note: "really", via: "script" as const },
  ]) {
    expect(await world.decide(answer)).toMatchObject({ refused: "settled", status: "declined" });
  }
  expect(tool.ran).toEqual([]);
});

test("A5, A6: an accept after the deadline is refused though no timer ran, and one before it counts", async () => {
  const late = await asked();
  await late.world.advance(300_000);
  expect(await late.world.answer(late.chat, "accept")).toMatchObject({ refused: "expired", status: "expired" });
  expect(late.tool.ran).toEqual([]);

  const early = await asked();
  await early.world.advance(299_999);
  expect(await early.world.settle(early.chat, "accept")).toMatchObject({ decided: { status: "accepted" } });
  expect(early.tool.ran).toHaveLength(1);
});

test("A7: the clock of the process plays no part in a decision", async () => {
  const { world, tool, chat } = await asked();
  const { now } = Date;
  Date.now = () => now() + 10 * 365 * 24 * 3_600_000;
  try {
    expect(await world.settle(chat, "accept")).toMatchObject({ decided: { status: "accepted" } });
  } finally {
    Date.now = now;
  }
  expect(tool.ran).toHaveLength(1);
});

test("A8: an accept for other bytes than those that are asked changes nothing", async () => {
  const { world, tool, chat, approval } = await asked();
  const wrong = `v1:${"0".repeat(64)}`;
  expect(await world.answer(chat, "accept", { digest: wrong })).toMatchObject({ refused: "unfit" });
  expect((await world.open(chat)).map(({ id }) => id)).toEqual([approval.id]);
  expect(await world.settle(chat, "accept", { digest: approval.digest })).toMatchObject({ decided: {} });
  expect(tool.ran.map(({ digest }) => digest)).toEqual([approval.digest]);
  expect(await world.answer(approval.id, "accept", { digest: wrong })).toMatchObject({ refused: "settled" });
});

test("B11: an answer from a session that has ended since it was sent does not count, whatever it says", async () => {
  const { world, tool, chat, approval } = await asked();
  const tokenHash = await sessionOf(world.store, world.person.id);
  const out = { refused: "forbidden", message: "You were signed out meanwhile. Sign in again." };
  const answer = (action: "accept" | "decline" | "cancel", by: string) =>
    world.answer(approval.id, action, { tokenHash: by });
  await world.store.db.insertInto("people").values({ id: "kim", name: "Kim", created_at: 1 }).execute();
  expect(await answer("accept", await sessionOf(world.store, "kim"))).toEqual(out);
  await signOut(world.store, tokenHash, { everywhere: false });
  for (const action of ["accept", "decline", "cancel"] as const) expect(await answer(action, tokenHash)).toEqual(out);
  expect((await world.open(chat)).map(({ id }) => id)).toEqual([approval.id]);
  expect(tool.ran).toEqual([]);
  expect(await answer("accept", await sessionOf(world.store, world.person.id))).toHaveProperty("decided");
  await world.idle(chat);
  expect(tool.ran).toHaveLength(1);
});

test("A9: an approval whose digest is of another version binds nothing and cannot be accepted", async () => {
  for (const digest of [`v0:${"0".repeat(64)}`, "", "v1:abc"]) {
    const { world, tool, chat, approval } = await asked();
    await world.store.db.updateTable("approvals").set({ digest }).where("id", "=", approval.id).execute();
    expect(await world.answer(chat, "accept")).toMatchObject({ refused: "settled", status: "pending" });
    expect(await world.answer(chat, "accept", { digest })).toMatchObject({ refused: "settled" });
    expect(tool.ran).toEqual([]);
  }
  const { world, approval } = await asked();
  const unbound = world.store.db.updateTable("approvals").set({ digest: sql<string>`null` });
  await expect(unbound.where("id", "=", approval.id).execute()).rejects.toThrow(/not.null/i);
});

test("A14: five gated calls in one step: accepting the third runs exactly the third", async () => {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool] });
  const calls = [1, 2, 3, 4, 5].map((disk) => ({ name: "wipe", args: { disk }, id: `c${disk}` }));
  const chat = await world.begin({ calls });
  const target = { chatId: chat, toolCallId: "c3" };
  await world.decide({ person: world.person, target, action: "accept", via: "chat" });
  await world.idle(chat);
  expect(tool.ran.map(({ arguments: args }) => args)).toEqual([{ disk: 3 }]);
  expect(await world.open(chat)).toHaveLength(4);
});

test("B1, D6: an approval is unknown to anybody but the person it was put to, and under any other chat", async () => {
  const { world, tool, chat, approval } = await asked();
  const other = await world.begin({ text: "Nothing to do." });
  const eve = { person: world.stranger, action: "accept", via: "chat" } as const;
  expect(await world.decide({ ...eve, target: { approvalId: approval.id } })).toEqual({ refused: "unknown" });
  expect(await world.decide({ ...eve, target: { chatId: chat, toolCallId: "call_1" } })).toEqual({
    refused: "unknown",
  });
  const elsewhere = { ...eve, person: world.person, target: { chatId: other, toolCallId: "call_1" } };
  expect(await world.decide(elsewhere)).toEqual({ refused: "unknown" });
  expect(await world.answer("no-such-id", "accept")).toEqual({ refused: "unknown" });
  expect(tool.ran).toEqual([]);
  expect(await world.open(chat)).toHaveLength(1);
});

test("I4, G3: when the store fails under a decision nothing is decided, and the same answer counts later", async () => {
  const { world, tool, chat } = await asked();
  const [approval] = await world.open(chat);
  const target = { approvalId: approval?.id ?? "" };
  const lost = mortalDatabase(world.store);
  lost.kill();
  const gate = { ...world.process.gate, database: lost.database };
  await expect(decide(gate, { person: world.person, target, action: "accept", via: "chat" })).rejects.toThrow("dead");
  expect(await world.open(chat)).toHaveLength(1);
  expect(tool.ran).toEqual([]);
  await world.settle(chat, "accept");
  expect(tool.ran).toHaveLength(1);
});

/** A process that is behind the others, and stays so for the first catch-ups. */
function behindFor(world: Awaited<ReturnType<typeof asked>>["world"], most: number) {
  let catchUps = 0;
  world.process.gate.shared = {
    versions: () => ({ policy: catchUps < most ? -1 : 0, tools: 0 }),
    catchUp: async () => void (catchUps += 1),
  };
}

test("H9, row 25: an answer counts although others change what is in force several times meanwhile, and is refused in words when they never stop", async () => {
  const { world, tool, chat, approval } = await asked();
  behindFor(world, Infinity);
  expect(await world.answer(approval.id, "accept")).toMatchObject({
    refused: "unfit",
    message: expect.stringContaining("Try once more"),
  });
  expect(tool.ran).toEqual([]);
  behindFor(world, 5);
  expect(await world.answer(approval.id, "accept")).toMatchObject({ decided: { status: "accepted" } });
  await world.idle(chat);
  expect(tool.ran).toHaveLength(1);
});

test("S2.8: an answer whose chat is deleted meanwhile finds no approval", async () => {
  const { world, tool, chat, approval } = await asked();
  let isDeleted = false;
  world.process.gate.shared = {
    versions: () => ({ policy: isDeleted ? 0 : -1, tools: 0 }),
    catchUp: async () => {
      await world.process.chats.remove(world.person.id, chat);
      isDeleted = true;
    },
  };
  expect(await world.answer(approval.id, "accept")).toEqual({ refused: "unknown" });
  expect(tool.ran).toEqual([]);
});
