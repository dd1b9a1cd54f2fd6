import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, until } from "#e2e/support/gate-world.ts";
import { sessionOf } from "#e2e/support/session-of.ts";
import { waitsForLock } from "#e2e/support/waits-for-lock.ts";
import { addPeople, team, type Teammate } from "#e2e/support/team.ts";
import { attest } from "#lib/gate/answer/attest.ts";
import { revokeKey } from "#lib/store/people/keys.ts";
import { endSessions } from "#lib/store/people/people.ts";
import type { Who } from "#lib/people/who.ts";

const { ana, ben } = team;
const other: Who = { kind: "other" };
const two: Who = { kind: "quorum", needed: 2, people: [], roles: ["reviewer"] };

test.each<[string, Who, Teammate]>([
  ["the one who answers", other, ana],
  ["one who signed before", two, ana],
  ["who gives the last signature", two, ben],
])("B11: the right of %s is taken away while the answer is on its way: it does not count", async (_, who, demoted) => {
  const tool = fakeTool("wire", { who });
  const world = await gateWorld({ tools: [tool] });
  await addPeople(world.store);
  const chat = await world.begin([{ calls: [{ name: "wire", args: {} }] }, { text: "done" }]);
  const [approval] = await world.open(chat);
  const say = (person: Teammate) => world.answer(approval?.id ?? "", "accept", { person });
  if (who === two) await say(ana);
  const answerer = who === two ? ben : ana;
  let answered = false;
  const taken = Promise.withResolvers<void>();
  const held = world.store.db.transaction().execute(async (trx) => {
    await trx.updateTable("people").set({ role: "member" }).where("id", "=", demoted.id).execute();
    taken.resolve();
    await until(async () => answered || (await waitsForLock(world.store)), "the answer to wait for its turn");
  });
  await taken.promise;
  const outcome = say(answerer).finally(() => (answered = true));
  await held;
  await outcome;
  await world.idle(chat);
  expect(await world.approvals(chat)).toMatchObject([{ status: "pending" }]);
  expect(tool.ran).toEqual([]);
});

test.each<[string, Who]>([
  ["answers", other],
  ["signs", two],
])("B11: whoever %s and is signed out before that is committed has not", async (_, who) => {
  const tool = fakeTool("wire", { who });
  const world = await gateWorld({ tools: [tool] });
  await addPeople(world.store);
  const chat = await world.begin([{ calls: [{ name: "wire", args: {} }] }, { text: "done" }]);
  const [approval] = await world.open(chat);
  const tokenHash = await sessionOf(world.store, ana.id);
  let answered = false;
  const taken = Promise.withResolvers<void>();
  const held = world.store.db.transaction().execute(async (trx) => {
    await endSessions(world.store, trx, ana.id);
    taken.resolve();
    await until(async () => answered || (await waitsForLock(world.store)), "the answer to wait for its turn");
  });
  await taken.promise;
  const answer = world.answer(approval?.id ?? "", "accept", { person: ana, tokenHash });
  const outcome = answer.finally(() => (answered = true));
  await held;
  expect(await outcome).toMatchObject({ refused: "forbidden" });
  expect(await world.approvals(chat)).toMatchObject([{ status: "pending" }]);
  expect((await world.audit(chat)).map(({ kind }) => kind)).not.toContain("approval-signed");
  expect(tool.ran).toEqual([]);
});

test("B11, F10: a key that is revoked while its client attests is revoked once that is settled, and not before", async () => {
  const tool = fakeTool("wire", { risk: 1 });
  const world = await gateWorld({ tools: [tool] });
  const { store, person } = world;
  const { db } = store;
  const chat = await world.begin([{ calls: [{ name: "wire", args: {} }] }, { text: "done" }]);
  const [asked] = await world.open(chat);
  if (asked === undefined) throw new Error("Nobody was asked.");
  const terms = { attests: 3, inbox: true, form: "choice", tools: null };
  const shown = { scopes_json: JSON.stringify(["tools:call"]), terms_json: JSON.stringify(terms) };
  const times = { created_at: 1, expires_at: 9_000_000_000_000, last_used_at: null, revoked_at: null };
  const key = { id: "desk", name: "Desk" };
  await db
    .insertInto("api_keys")
    .values({ ...key, person_id: person.id, key_hash: "", ...shown, ...times })
    .execute();
  const call = { call_id: asked.call_id, key_id: key.id, handed_over_at: null, blocks_json: null, asked_by: null };
  await db.insertInto("gateway_calls").values(call).execute();
  const taken = Promise.withResolvers<void>();
  let revoked = false;
  const held = db.transaction().execute(async (trx) => {
    // What an answer writes last.
    await trx.updateTable("chats").set({ title: "held" }).where("id", "=", chat).execute();
    taken.resolve();
    await until(() => waitsForLock(store), "the answer of the client to wait for its turn");
    const revoking = revokeKey(store, { id: key.id, ownedBy: null, by: person.id }).then(() => (revoked = true));
    await until(async () => revoked || (await waitsForLock(store, 2)), "the key to be revoked, or to wait");
    expect(revoked).toBe(false);
    return { revoking };
  });
  await taken.promise;
  const attested = attest(world.process.gate, { asked, action: "accept", key });
  await (
    await held
  ).revoking;
  expect(await attested).toBe(true);
});
