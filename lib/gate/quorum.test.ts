import fc from "fast-check";
import { expect, inject, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, justProved } from "#e2e/support/gate-world.ts";
import { sessionOf } from "#e2e/support/session-of.ts";
import { addPeople, disable, giveRole, team, type Teammate } from "#e2e/support/team.ts";
import type { DecisionAction } from "#lib/approvals/decision.ts";
import type { Scope } from "#lib/people/scope.ts";
import type { Who } from "#lib/people/who.ts";
import { inboxIn } from "#lib/server/approvals/inbox.ts";
import { insertKey, revokeKey } from "#lib/store/people/keys.ts";
import { makeResetAtConsole, resetPassword } from "#lib/store/people/password-resets.ts";
import { changeRole, setDisabled, signOutOther } from "#lib/store/people/people.ts";
import { decide } from "#lib/gate/answer/decide.ts";
import type { Answer } from "#lib/gate/answer/answer.ts";

const { ana, ben, cleo, dora } = team;
const two: Who = { kind: "quorum", needed: 2, people: ["cleo", "p1"], roles: ["reviewer"] };

async function worldOf(who: Who) {
  const tool = fakeTool("wire", { who });
  const world = await gateWorld({ tools: [tool] });
  await addPeople(world.store);
  const begin = () => world.begin([{ calls: [{ name: "wire", args: { amount: 5 } }] }, { text: "done" }]);
  const asked = async () => {
    const chat = await begin();
    const [approval] = await world.open(chat);
    if (!approval) throw new Error("Nobody was asked.");
    return { chat, id: approval.id };
  };
  return { world, tool, asked };
}

async function askedOf(who: Who = two) {
  const { world, tool, asked } = await worldOf(who);
  const { chat, id } = await asked();
  const say = (person: Teammate, action: DecisionAction = "accept", note?: string) =>
    world.answer(id, action, { person, note });
  return { world, tool, chat, id, say };
}

const pending = (approvalId: string) => ({ decided: expect.objectContaining({ approvalId, status: "pending" }) });
const accepted = { decided: expect.objectContaining({ status: "accepted" }) };

test("row 9: a call that two must sign runs once two different people have, and says who", async () => {
  const { world, tool, chat, id, say } = await askedOf();
  expect(await say(ana, "accept", "checked the account")).toEqual(pending(id));
  expect(tool.ran).toEqual([]);
  const mine = (await inboxIn(world.store).one("p1", id))?.view.audience;
  expect(mine).toMatchObject({
    words: "1 of 2 signed. Waits for 1 of these: Ben, Cleo.",
    mayAnswer: false,
    needed: 2,
  });
  const seenByAna = (await inboxIn(world.store).one(ana.id, id))?.view.audience;
  expect(seenByAna?.signatures).toEqual([{ by: "Ana", at: expect.any(Number), mine: true }]);
  await world.advance(1_000);
  expect(await say(cleo)).toEqual(accepted);
  await world.idle(chat);
  expect(tool.ran).toHaveLength(1);
  const audit = (await world.audit(chat)).filter(({ approval }) => approval === id);
  expect(audit.map(({ kind }) => kind)).toEqual(["approval-opened", "approval-signed", "approval-decided"]);
  expect(audit[1]).toMatchObject({ by: "ana", name: "Ana", signed: 1, needed: 2, noted: true });
  expect(audit[2]).toMatchObject({ by: "cleo", action: "accept" });
  expect((await inboxIn(world.store).one("p1", id))?.view.decision?.by).toBe("Ana, Cleo");
});

test("row 9: one decline ends it, also of somebody who had signed, and the note reaches the model", async () => {
  for (const decliner of [ben, ana]) {
    const { world, tool, chat, say } = await askedOf();
    await say(ana);
    expect(await say(decliner, "decline", "wrong account")).toMatchObject({ decided: { status: "declined" } });
    expect(await say(cleo)).toMatchObject({ refused: "settled" });
    await world.idle(chat);
    expect(tool.ran).toEqual([]);
    expect(world.lastPrompt()).toContain("wrong account");
    const answers = await world.store.db.selectFrom("approval_answers").select(["person_id", "action"]).execute();
    expect(answers).toContainEqual({ person_id: decliner.id, action: "decline" });
  }
});

test("row 9, B1: the asker does not count although they are named, and nobody counts who is not named", async () => {
  const { world, tool, chat, id, say } = await askedOf();
  expect(await world.answer(id, "accept")).toEqual({ refused: "others-answer", approvalId: id });
  expect(await say(dora)).toEqual({ refused: "unknown" });
  await giveRole(world.store, world.person, "reviewer");
  expect(await world.answer(id, "accept")).toEqual({ refused: "others-answer", approvalId: id });
  await say(ana);
  expect(await world.open(chat)).toHaveLength(1);
  expect(tool.ran).toEqual([]);
});

test("A1: the same signature again counts once, before the call is settled and after", async () => {
  const { world, tool, chat, id, say } = await askedOf();
  for (let times = 0; times < 3; times += 1) expect(await say(ana)).toEqual(pending(id));
  expect(await Promise.all([say(ana), say(ana), say(ana)])).toEqual([pending(id), pending(id), pending(id)]);
  expect((await world.audit(chat)).filter(({ kind }) => kind === "approval-signed")).toHaveLength(1);
  await say(ben);
  await world.idle(chat);
  expect(await say(ana)).toEqual(accepted);
  expect(await say(ben)).toEqual(accepted);
  expect(await say(ana, "accept", "again")).toMatchObject({ refused: "settled" });
  expect(await say(cleo)).toMatchObject({ refused: "settled" });
  expect(tool.ran).toHaveLength(1);
});

test("B11: a signature counts no more once its signer may not sign any more", async () => {
  const { world, tool, chat, id, say } = await askedOf();
  await say(ana);
  await giveRole(world.store, ana, "member");
  expect(await say(ben)).toEqual(pending(id));
  await disable(world.store, ben);
  expect(await say(cleo)).toEqual(pending(id));
  expect(tool.ran).toEqual([]);
  await giveRole(world.store, dora, "reviewer");
  expect(await say(dora)).toEqual(accepted);
  await world.idle(chat);
  expect((await inboxIn(world.store).one("p1", id))?.view.decision?.by).toBe("Cleo, Dora");
});

test.each([
  ["a role that was taken away", ["member", "reviewer"] as const],
  ["an account that was disabled", [true, false] as const],
  ["whoever is signed out by somebody else", ["signed out"] as const],
])("B11: a signature does not come back with %s", async (_, steps) => {
  const { world, tool, chat, id, say } = await askedOf();
  const boss = { id: "boss", name: "Boss", role: "owner" } as const;
  await addPeople(world.store, [boss]);
  await say(ana);
  for (const step of steps) {
    const by = { actorId: boss.id, personId: ana.id };
    const change =
      typeof step === "boolean"
        ? setDisabled(world.store, { ...by, disabled: step })
        : step === "signed out"
          ? signOutOther(world.store, by)
          : changeRole(world.store, { ...by, role: step });
    expect(await change).toHaveProperty("changed");
  }
  expect(await say(ben)).toEqual(pending(id));
  expect(tool.ran).toEqual([]);
  expect(await say(ana)).toEqual(accepted);
  await world.idle(chat);
  expect(tool.ran).toHaveLength(1);
});

test("B11, F10: what a key signed for its owner does not count once that key is revoked; what they signed themselves does", async () => {
  for (const byKey of [true, false]) {
    const { world, tool, chat, id, say } = await askedOf();
    const scopes: Scope[] = ["approvals:decide"];
    const made = {
      personId: ana.id,
      tokenHash: await sessionOf(world.store, ana.id),
      name: "ci",
      keyHash: "h",
      scopes,
    };
    expect(await insertKey(world.store, { ...made, id: "k", lifetimeMs: 60_000 })).toHaveProperty("id");
    const signed = { person: ana, target: { approvalId: id }, action: "accept", via: "key", keyId: "k" } as const;
    expect(await (byKey ? world.decide(signed) : say(ana))).toEqual(pending(id));
    expect(await revokeKey(world.store, { id: "k", ownedBy: ana.id, by: ana.id })).toBe(ana.id);
    expect(await say(ben)).toEqual(byKey ? pending(id) : accepted);
    await world.idle(chat);
    expect(tool.ran).toHaveLength(byKey ? 0 : 1);
  }
});

test("B21: what somebody signed in another's name does not count once the password is reset, and what is settled stays", async () => {
  const { world, tool, asked } = await worldOf(two);
  const boss = { id: "boss", name: "Boss", role: "owner" } as const;
  await addPeople(world.store, [boss]);
  const email = "ana@example.com";
  await world.store.db.updateTable("people").set({ email }).where("id", "=", ana.id).execute();
  const [open, settled] = [await asked(), await asked()];
  await world.answer(settled.id, "accept", { person: ana });
  expect(await world.answer(settled.id, "accept", { person: ben })).toEqual(accepted);
  await world.answer(open.id, "accept", { person: ana });
  await makeResetAtConsole(world.store, { email, keyHash: "key", lifetimeMs: 60_000 });
  const session = { tokenHash: "t", formerHash: null, provedAt: "now" as const, browser: null };
  const mark = { tokenHash: "m", formerHash: null };
  const password = { accountId: "account", passwordHash: "hash" };
  expect(await resetPassword(world.store, { keyHash: "key", password, session: { ...session, mark } })).not.toBeNull();
  expect(await world.answer(open.id, "accept", { person: ben })).toEqual(pending(open.id));
  expect(await world.answer(settled.id, "accept", { person: ana })).toEqual(accepted);
  await world.idle(settled.chat);
  expect(tool.ran).toHaveLength(1);
});

test("A8: what several sign cannot be edited by one of them", async () => {
  const { world, tool, chat, id } = await askedOf();
  const edited = { person: ana, arguments: { amount: 6 } };
  expect(await world.answer(id, "accept", edited)).toMatchObject({
    refused: "unfit",
    message: expect.stringContaining("cannot be edited"),
  });
  expect(await world.store.db.selectFrom("approval_answers").selectAll().execute()).toEqual([]);
  expect(await world.open(chat)).toHaveLength(1);
  expect(tool.ran).toEqual([]);
});

test("A5: signatures after the deadline do not count, however many came before", async () => {
  const { world, tool, chat, say } = await askedOf();
  await say(ana);
  await world.advance(300_000);
  expect(await say(ben)).toMatchObject({ refused: "expired" });
  await world.process.sweep();
  await world.idle(chat);
  expect(tool.ran).toEqual([]);
  expect(world.lastPrompt()).toContain("timed out waiting for approval");
});

test("A3: of several who give the last signature at once on two processes, the call starts once", async () => {
  const { world, tool, asked } = await worldOf({
    kind: "quorum",
    needed: 2,
    people: [],
    roles: ["reviewer", "member"],
  });
  const processes = [world.process, world.start()];
  for (let round = 0; round < 10; round += 1) {
    const { chat, id } = await asked();
    const before = tool.ran.length;
    const answers = [ana, ben, cleo].map(async (person, index) => {
      const process = processes[index % 2] ?? world.process;
      const answer: Answer = { person, target: { approvalId: id }, action: "accept", via: "chat", proof: justProved };
      const outcome = await decide(process.gate, answer);
      await process.continued();
      return outcome;
    });
    const outcomes = await Promise.all(answers);
    await world.idle(chat);
    const said = outcomes.map((outcome) => ("decided" in outcome ? outcome.decided.status : outcome.refused));
    expect(said.toSorted()).toEqual(["accepted", "pending", "settled"]);
    expect(tool.ran.length - before).toBe(1);
    expect((await world.audit(chat)).filter(({ kind }) => kind === "call-started")).toHaveLength(1);
  }
});

const everybody: Teammate[] = [ana, ben, cleo, dora, { id: "p1", name: "Kim", role: "owner" }];
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ by: fc.nat(4), action: fc.constantFrom("accept" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ by: fc.nat(4), action: fc.constantFrom("decline" as const, "cancel" as const) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ by: fc.nat(3), action: fc.constantFrom("demote" as const, "disable" as const) }),
  },
  { weight: 1, arbitrary: fc.record({ by: fc.constant(0), action: fc.constant("crash" as const) }) },
);

test("A3, I1: whatever people say in whatever order, and whatever crashes, a call never starts with fewer than n different people's accepts", async () => {
  let started = 0;
  const histories = inject("postgresUrl") === null || inject("thorough") ? 60 : 20;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.array(step, { minLength: 1, maxLength: 10 }),
      async (n, steps) => {
        const who: Who = { kind: "quorum", needed: n, people: ["cleo", "p1"], roles: ["reviewer", "admin"] };
        const { world, tool, asked } = await worldOf(who);
        const { chat, id } = await asked();
        const standing = new Set<string>();
        const gone = new Set<string>();
        let ended: string | null = null;
        let crashed = false;
        let crashes = 0;
        for (const { by, action } of steps) {
          const person = everybody[by] ?? ana;
          if (action === "crash") {
            // A run that too many processes died with is given up, whatever people said (G26).
            if (crashes === world.process.agent.limits.mostLosses - 1) continue;
            crashes += 1;
            await world.crash();
            crashed ||= ended === "accept";
            continue;
          }
          if (action === "demote" || action === "disable") {
            if (action === "disable") await disable(world.store, person);
            else await giveRole(world.store, person, "member");
            // Cleo is named as herself, whatever her role.
            if (action === "disable" || person.id !== "cleo") gone.add(person.id);
            continue;
          }
          const answer: Answer = { person, target: { approvalId: id }, action, via: "chat" };
          const outcome = await world.decide(answer);
          const counts = person.id !== "p1" && !gone.has(person.id) && ended === null;
          if (counts && action === "accept") standing.add(person.id);
          const signed = [...standing].filter((each) => !gone.has(each));
          if (counts && action !== "accept") ended = action;
          else if (counts && signed.length >= n) ended = "accept";
          const told = "decided" in outcome ? outcome.decided.status : outcome.refused;
          if (counts && ended === null) expect(told).toBe("pending");
        }
        await world.idle(chat);
        const [call] = await world.store.db.selectFrom("tool_calls").select("state").execute();
        // What died between the record of the start and the start itself did not run, and says that nobody knows.
        const lost = crashed && call?.state === "unknown" && tool.ran.length === 0;
        if (!lost) expect(tool.ran).toHaveLength(ended === "accept" ? 1 : 0);
        started += tool.ran.length;
        await world.close();
      },
    ),
    { numRuns: histories },
  );
  // Else it would hold because nothing ever happened.
  expect(started).toBeGreaterThan(histories / 6);
});
