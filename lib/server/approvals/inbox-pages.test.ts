import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, type GateWorld } from "#e2e/support/gate-world.ts";
import type { InboxItem } from "#lib/approvals/inbox-item.ts";
import type { InboxFilter, InboxPage } from "#lib/approvals/inbox-page.ts";
import type { Risk } from "#lib/verdict/risk.ts";
import { inboxIn } from "./inbox.ts";
import { inboxPages } from "./inbox-pages.ts";

const always = (name: string, risk: Risk) => fakeTool(name, { flag: "always", risk, timeoutMs: 48 * 60 * 60_000 });

async function world(): Promise<GateWorld> {
  return gateWorld({ tools: [always("read", 0), always("pay", 3), always("burn", 5)] });
}

async function ask(here: GateWorld, ...names: string[]): Promise<string[]> {
  const chats: string[] = [];
  for (const name of names) {
    chats.push(await here.begin({ calls: [{ name, args: { n: chats.length } }] }));
    await here.advance(1_000);
  }
  return chats;
}

test("N10: what waits comes riskiest first, then oldest, with who asked and the words that led to it", async () => {
  const here = await world();
  const pages = inboxPages(here.store);
  const chats = await ask(here, "read", "pay", "burn", "pay");
  const { entries, next } = (await pages.waiting("p1", {}, null))!;
  expect(entries.map(({ sessionId }) => chats.indexOf(sessionId))).toEqual([2, 1, 3, 0]);
  expect(entries.map(({ risk }) => risk)).toEqual([5, 3, 3, 0]);
  expect(entries[0]).toMatchObject({ askedBy: null, userPrompt: chats[2] });
  expect(next).toBeNull();
  expect((await pages.count("p1")).count).toBe(4);
});

test("N11: pages follow one another without gap or double, also while cards are answered", async () => {
  const here = await world();
  const pages = inboxPages(here.store);
  const names = Array.from({ length: 120 }, (_, index) => ["read", "pay", "burn"][index % 3]!);
  // Without moving the clock: the id decides among those of one moment.
  for (const name of names) await here.begin({ calls: [{ name, args: {} }] });
  const seen: string[] = [];
  let after: string | null = null;
  let turn = 0;
  do {
    const page: InboxPage = (await pages.waiting("p1", {}, after))!;
    seen.push(...page.entries.map(({ id }) => id));
    if (turn++ === 0)
      await here.decide({ person: here.person, target: { approvalId: seen[0]! }, action: "decline", via: "chat" });
    after = page.next;
  } while (after !== null);
  expect(seen).toHaveLength(120);
  expect(new Set(seen).size).toBe(120);
  expect((await pages.count("p1")).count).toBe(119);
  for (const wrong of ["", "x", "9.1.a", "1.1.a'--", "1..a"])
    expect(await pages.waiting("p1", {}, wrong), wrong).toBeNull();
});

test("N11, G8: pages are bounded in bytes, and follow one another without gap or double all the same", async () => {
  const here = await world();
  const text = "x".repeat(60_000);
  const calls = Array.from({ length: 5 }, (_, n) => ({ name: "pay", id: `call_${n}`, args: { n, text } }));
  const chats: string[] = [];
  for (let chat = 0; chat < 8; chat += 1) chats.push(await here.begin({ calls }));
  const open = await Promise.all(chats.map((chat) => here.open(chat)));
  const asked = open.flatMap((approvals) => approvals.map(({ id }) => id)).toSorted();
  expect(asked).toHaveLength(40);
  const pages = inboxPages(here.store);
  const small = (page: object) => expect(JSON.stringify(page).length).toBeLessThan(2_500_000);
  const idsOf = (items: InboxItem[]) => items.map(({ id }) => id);

  const listed: string[] = [];
  for (let offset: number | null = 0; offset !== null;) {
    const page = await inboxIn(here.store).list("p1", { status: "pending", offset, limit: 200 });
    small(page);
    listed.push(...idsOf(page.items));
    offset = page.next;
  }
  expect(listed.toSorted()).toEqual(asked);

  const walked = async (read: (after: string | null) => Promise<InboxPage | null>) => {
    const seen: string[] = [];
    for (let after: string | null = null, more = true; more; more = after !== null) {
      const page: InboxPage = (await read(after))!;
      small(page);
      seen.push(...idsOf(page.entries));
      after = page.next;
    }
    return seen.toSorted();
  };
  expect(await walked((after) => pages.waiting("p1", {}, after))).toEqual(asked);

  const looked: string[] = [];
  for (let left = asked; left.length > 0;) {
    const found = await pages.entries("p1", left);
    small(found);
    looked.push(...idsOf(found.entries));
    left = found.left;
  }
  expect(looked.toSorted()).toEqual(asked);

  for (const chat of chats) {
    await here.post(chat, "never mind");
    await here.idle(chat);
  }
  expect(await walked((after) => pages.answered("p1", after))).toEqual(asked);
});

test("N12: the inbox is filtered by tool, chat, kind, risk and whose, and says what there is to choose", async () => {
  const here = await world();
  const pages = inboxPages(here.store);
  const chats = await ask(here, "read", "pay", "pay", "burn");
  const found = async (filter: InboxFilter) =>
    (await pages.waiting("p1", filter, null))!.entries.map(({ sessionId }) => chats.indexOf(sessionId));
  expect(await found({ serverId: "srv", toolName: "pay" })).toEqual([1, 2]);
  expect(await found({ serverId: "other" })).toEqual([]);
  expect(await found({ chatId: chats[0] })).toEqual([0]);
  expect(await found({ kind: "tool-call" })).toHaveLength(4);
  expect(await found({ kind: "form" })).toEqual([]);
  expect(await found({ risk: 3 })).toEqual([3, 1, 2]);
  expect(await found({ whose: "mine", risk: 5 })).toEqual([3]);
  expect(await found({ whose: "others" })).toEqual([]);
  const choices = await pages.choices("p1");
  expect(choices.tools[0]).toEqual({ serverId: "srv", toolName: "pay", waiting: 2 });
  expect(choices.chats).toHaveLength(4);
});

test("N13: what was settled in the last day is listed, latest first, and a card is read as it stands", async () => {
  const here = await world();
  const pages = inboxPages(here.store);
  const [first, second, third] = await ask(here, "pay", "pay", "pay");
  await here.settle(first!, "decline");
  await here.advance(25 * 60 * 60_000);
  await here.settle(second!, "cancel");
  await here.advance(1_000);
  const [waiting] = await here.approvals(third!);
  const { entries } = (await pages.answered("p1", null))!;
  expect(entries.map(({ sessionId }) => sessionId)).toEqual([second]);
  expect(entries[0]?.view.decision).toMatchObject({ by: "Kim" });
  expect(
    (await pages.entries("p1", [waiting!.id, entries[0]!.id, "unknown"])).entries
      .map(({ status }) => status)
      .toSorted(),
  ).toEqual(["cancelled", "pending"]);
});

test("B1, N14: nobody reads, counts or chooses among what they may not answer", async () => {
  const here = await world();
  const pages = inboxPages(here.store);
  const [chat] = await ask(here, "pay");
  const [approval] = await here.open(chat!);
  expect(await pages.waiting("p2", {}, null)).toEqual({ entries: [], next: null });
  expect(await pages.waiting("p2", { whose: "others" }, null)).toEqual({ entries: [], next: null });
  expect(await pages.entries("p2", [approval!.id])).toEqual({ entries: [], left: [] });
  expect((await pages.count("p2")).count).toBe(0);
  expect(await pages.choices("p2")).toEqual({ tools: [], chats: [] });
  await here.settle(chat!, "decline");
  expect(await pages.answered("p2", null)).toEqual({ entries: [], next: null });
});

test("N14, I40: a reviewer sees what others may not answer themselves, with who asked, and no more once it is settled", async () => {
  const here = await gateWorld({ tools: [fakeTool("pay", { flag: "always", who: { kind: "other" } })] });
  await here.store.db.updateTable("people").set({ role: "reviewer" }).where("id", "=", "p2").execute();
  await here.store.db
    .updateTable("people")
    .set({ role: "member", email: "kim@example.com" })
    .where("id", "=", "p1")
    .execute();
  const pages = inboxPages(here.store);
  const [chat] = await ask(here, "pay");
  expect((await pages.count("p1")).count).toBe(0);
  expect((await pages.count("p2")).count).toBe(1);
  const { entries } = (await pages.waiting("p2", { whose: "others" }, null))!;
  expect(entries[0]).toMatchObject({ askedBy: "kim@example.com (Kim)", sessionId: chat });
  expect((await pages.waiting("p2", { whose: "mine" }, null))!.entries).toEqual([]);
  await here.settle(chat!, "decline", { person: here.stranger });
  expect((await pages.count("p2")).count).toBe(0);
  for (const reader of ["p1", "p2"]) {
    const answered = (await pages.answered(reader, null))!;
    expect(answered.entries[0]?.view.decision).toMatchObject({ by: "Eve" });
  }
});

test("N14: who has signed already is not asked again while others still are", async () => {
  const quorum = { kind: "quorum", needed: 2, people: ["p2", "p3"], roles: [] } as const;
  const here = await gateWorld({ tools: [fakeTool("pay", { flag: "always", who: quorum })] });
  await here.store.db.insertInto("people").values({ id: "p3", name: "Ana", created_at: 0 }).execute();
  const pages = inboxPages(here.store);
  const [chat] = await ask(here, "pay");
  await here.answer(chat!, "accept", { person: here.stranger });
  expect([(await pages.count("p1")).count, (await pages.count("p2")).count, (await pages.count("p3")).count]).toEqual([
    0, 0, 1,
  ]);
});
