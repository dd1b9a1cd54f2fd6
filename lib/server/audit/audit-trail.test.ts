import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld } from "#e2e/support/gate-world.ts";
import { addPeople, team } from "#e2e/support/team.ts";
import type { Who } from "#lib/people/who.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { record } from "#lib/store/audit/record.ts";
import { auditTrail, type AuditQuery } from "./audit-trail.ts";
import type { Person } from "#lib/server/people/session.ts";

const kim: Person = { id: "p1", name: "Kim", role: "member" };
const eve: Person = { id: "p2", name: "Eve", role: "reviewer" };
const ada: Person = { id: "p3", name: "Ada", role: "admin" };
const all: AuditQuery = {
  topic: null,
  chatId: null,
  personId: null,
  tool: null,
  from: null,
  to: null,
  before: null,
  limit: 500,
};

async function world() {
  const tools = ["pay", "wipe"].map((name) => fakeTool(name, { flag: "always", inputSchema: { type: "object" } }));
  const made = await gateWorld({ tools });
  await made.store.db.updateTable("people").set({ role: "member" }).where("id", "=", "p1").execute();
  return { made, trail: auditTrail(made.store) };
}

test("H1: a person sees what they and their agent did, and who oversees the instance sees everybody", async () => {
  const { made, trail } = await world();
  const chat = await made.begin({ calls: [{ name: "pay" }] });
  await made.settle(chat, "accept");
  await inTransaction(made.store, (trx) => record(made.store, trx, { personId: eve.id }, { kind: "link-made" }));
  await inTransaction(made.store, (trx) => record(made.store, trx, {}, { kind: "link-made" }));
  const seen = async (person: Person, query: Partial<AuditQuery> = {}) =>
    (await trail.page(person, { ...all, ...query })).entries;
  const own = await seen(kim);
  expect(new Set(own.map(({ person }) => person))).toEqual(new Set([kim.id]));
  expect(own.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["approval-decided", "call-finished"]));
  expect((await seen(eve)).map(({ kind, person }) => [kind, person])).toEqual([["link-made", eve.id]]);
  expect(await seen(kim, { personId: eve.id })).toEqual([]);
  expect(await seen(ada)).toHaveLength(own.length + 2);
  expect(await seen(ada, { personId: eve.id })).toMatchObject([{ personName: "Eve" }]);
  expect(await trail.people(kim)).toEqual([]);
  expect((await trail.people(ada)).map(({ name }) => name)).toEqual(["Eve", "Kim"]);
});

test("H1: a person who answers for others sees what they answered, and nothing else of the trail", async () => {
  const { made, trail } = await world();
  const chat = await made.begin({ calls: [{ name: "pay" }] });
  const other = await made.begin({ calls: [{ name: "pay" }] });
  const [approval] = await made.approvals(chat);
  await made.settle(chat, "accept");
  await made.settle(other, "accept");
  await made.store.db
    .updateTable("approvals")
    .set({ decided_by: eve.id })
    .where("id", "=", approval?.id ?? "")
    .execute();
  const { entries } = await trail.page(eve, all);
  expect(entries.map(({ kind }) => kind)).toEqual(["approval-decided", "approval-opened"]);
  expect(new Set(entries.map(({ approval: about }) => about))).toEqual(new Set([approval?.id]));
  expect((await trail.page(eve, { ...all, limit: 1 })).entries.map(({ kind }) => kind)).toEqual(["approval-decided"]);
});

test("H1: a person who asked sees who decided about their call, when, and how others answer for them", async () => {
  const two: Who = { kind: "quorum", needed: 2, people: ["cleo"], roles: ["reviewer"] };
  const tools = [fakeTool("pay", { who: { kind: "other" } }), fakeTool("wire", { who: two })];
  const made = await gateWorld({ tools });
  await addPeople(made.store);
  const trail = auditTrail(made.store);
  const first = await made.begin({ calls: [{ name: "pay", args: {} }] });
  await made.advance(3_000);
  await made.settle(first, "accept", { person: team.ana });
  const [paid] = await made.approvals(first);
  const second = await made.begin({ calls: [{ name: "wire", args: {} }] });
  const [wire] = await made.open(second);
  await made.answer(wire?.id ?? "", "accept", { person: team.ana });
  await made.answer(wire?.id ?? "", "decline", { person: team.cleo });
  await made.idle(second);
  const { entries } = await trail.page(kim, { ...all, topic: "questions" });
  expect(entries.map(({ words }) => words)).toEqual([
    "Declined by Cleo in the app, proved with a password just before",
    "Signed by Ana in the app, 1 of 2, proved with a password just before",
    "Asked for approval",
    "Approved by Ana in the app, proved with a password just before",
    "Asked for approval",
  ]);
  expect(entries[3]?.at).toBe(paid?.decided_at);
  const answered = (await trail.attention(kim)).people.map(({ person, tool, medianMs }) => [
    person.name,
    tool,
    medianMs,
  ]);
  expect(answered).toEqual([
    ["Ana", "pay", 3_000],
    ["Cleo", "wire", 0],
  ]);
  // A person who had no part in it sees nothing of it.
  const ben: Person = { ...team.ben, role: "member" };
  expect((await trail.page(ben, all)).entries).toEqual([]);
  expect((await trail.attention(ben)).people).toEqual([]);
});

test("I40: the trail names people by their address first, whoever acted and whomever it was done to", async () => {
  const { made, trail } = await world();
  const emails = { p1: "kim@example.com", p2: "eve@example.com" };
  for (const [id, email] of Object.entries(emails))
    await made.store.db.updateTable("people").set({ email, name: "Olga" }).where("id", "=", id).execute();
  await inTransaction(made.store, async (trx) => {
    const extended = { kind: "approval-extended", expiresAt: 1, extensions: 1, by: "p2", name: "Olga" } as const;
    await record(made.store, trx, { personId: "p1" }, extended);
    await record(made.store, trx, { personId: "p1" }, { kind: "person-disabled", of: "p2", name: "Olga" });
    // The name of a passkey is nobody's.
    await record(made.store, trx, { personId: "p1" }, { kind: "passkey-added", name: "Olga" });
  });
  const { entries } = await trail.page(ada, all);
  expect(entries.map(({ words }) => words)).toEqual([
    "Added the passkey “Olga”",
    "Disabled eve@example.com (Olga), who is out at once",
    "Given more time by eve@example.com (Olga), for the 1st time",
  ]);
  expect(entries[0]?.personName).toBe("kim@example.com (Olga)");
  expect((await trail.people(ada)).map(({ name }) => name)).toEqual([
    "kim@example.com (Olga)",
    "eve@example.com (Olga)",
  ]);
});

test("H1: records are filtered by tool, kind, chat and day, and by all of them together", async () => {
  const { made, trail } = await world();
  const day = 24 * 60 * 60 * 1000;
  const first = await made.begin({ calls: [{ name: "pay" }] });
  const begun = (await made.approvals(first))[0]?.requested_at ?? 0;
  await made.advance(3 * day);
  const second = await made.begin({ calls: [{ name: "wipe" }] });
  const chats = async (query: Partial<AuditQuery>) => [
    ...new Set((await trail.page(ada, { ...all, ...query })).entries.map(({ chat }) => chat)),
  ];
  expect(await chats({})).toEqual([second, first]);
  expect(await chats({ tool: "pay" })).toEqual([first]);
  expect(await chats({ tool: "none" })).toEqual([]);
  expect(await chats({ chatId: second })).toEqual([second]);
  expect(await chats({ to: begun + day })).toEqual([first]);
  expect(await chats({ from: begun + day })).toEqual([second]);
  expect(await chats({ from: begun + 9 * day })).toEqual([]);
  expect(await chats({ to: begun - day })).toEqual([]);
  expect(await chats({ from: begun, to: begun + day, tool: "pay", topic: "questions" })).toEqual([first]);
  expect(await chats({ from: begun, to: begun + day, tool: "wipe" })).toEqual([]);
  const kinds = (await trail.page(ada, { ...all, topic: "verdicts" })).entries.map(({ kind }) => kind);
  expect(new Set(kinds)).toEqual(new Set(["verdict-given"]));
});

test("H1: a long trail comes in pages that leave nothing out", async () => {
  const { made, trail } = await world();
  for (let each = 0; each < 7; each += 1) {
    await inTransaction(made.store, (trx) => record(made.store, trx, {}, { kind: "link-made" }));
  }
  const seen: number[] = [];
  let before: number | null = null;
  do {
    const page = await trail.page(ada, { ...all, before, limit: 3 });
    seen.push(...page.entries.map(({ seq }) => seq));
    before = page.older;
  } while (before !== null);
  expect(seen).toHaveLength(7);
  expect(seen).toEqual(seen.toSorted((one, other) => other - one));
});

test("S2.17: how long tools wait for answers, and how people answer them, is counted per tool and person", async () => {
  const { made, trail } = await world();
  const answer = async (name: string, afterMs: number, how: "accept" | "decline", more = {}) => {
    const chat = await made.begin({ calls: [{ name, args: {} }] });
    await made.advance(afterMs);
    await made.settle(chat, how, more);
  };
  await answer("pay", 1_000, "accept");
  await answer("pay", 1_999, "accept");
  await answer("pay", 9_000, "accept", { arguments: { amount: 2 } });
  await answer("pay", 20_000, "decline");
  await answer("wipe", 60_000, "decline");
  await made.begin({ calls: [{ name: "wipe" }] });
  const { tools, people, days } = await trail.attention(ada);
  expect(tools).toEqual([
    { tool: "pay", asks: 4, accepted: 3, declined: 1, edited: 1, medianMs: 1_999 },
    { tool: "wipe", asks: 2, accepted: 0, declined: 1, edited: 0, medianMs: 60_000 },
  ]);
  const person = { id: "p1", name: "Kim" };
  expect(people).toEqual([
    { person, tool: "pay", asks: 4, accepted: 3, declined: 1, edited: 1, quick: 2, medianMs: 1_999 },
    { person, tool: "wipe", asks: 1, accepted: 0, declined: 1, edited: 0, quick: 0, medianMs: 60_000 },
  ]);
  expect(days.filter(({ medianMs }) => medianMs !== null)).toMatchObject([{ medianMs: 9_000 }]);
  expect(days.reduce((sum, day) => sum + day.accepted + day.declined, 0)).toBe(5);
  expect((await trail.attention(eve)).people).toEqual([]);
  expect((await trail.attention(kim)).people).toEqual(people);
});

test("N28: questions of servers count among the days, by tool, and in the time within which half of the answers came", async () => {
  const { made, trail } = await world();
  for (const [name, afterMs] of [
    ["pay", 1_000],
    ["wipe", 5_000],
    ["pay", 90_000],
  ] as const) {
    const chat = await made.begin({ calls: [{ name }] });
    await made.advance(afterMs);
    await made.settle(chat, "accept");
    // As a server asks: nothing but the kind matters here.
    if (name === "wipe")
      await made.store.db.updateTable("approvals").set({ kind: "form" }).where("chat_id", "=", chat).execute();
  }
  const { days, medianMs, tools } = await trail.attention(ada);
  expect(days.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(3);
  expect(medianMs).toBe(5_000);
  expect(tools).toMatchObject([
    { tool: "pay", asks: 2 },
    { tool: "wipe", asks: 1 },
  ]);
});
