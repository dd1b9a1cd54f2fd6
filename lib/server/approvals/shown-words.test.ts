import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld } from "#e2e/support/gate-world.ts";
import { addPeople, disable, giveRole, team } from "#e2e/support/team.ts";
import { wordsOf } from "#lib/audit/words.ts";
import type { Who } from "#lib/people/who.ts";
import { inboxIn } from "./inbox.ts";

const { ana, ben, cleo, dora } = team;
const secret = "what the tool gave back";

/** A chat of Kim, a member, in which a tool ran and another one now waits for somebody else. */
async function world(who: Who = { kind: "other" }) {
  const here = await gateWorld({
    tools: [fakeTool("look", { flag: "never" }), fakeTool("pay", { who })],
  });
  await addPeople(here.store);
  for (const person of [here.person, here.stranger]) await giveRole(here.store, person, "member");
  const chat = await here.begin([
    { text: "I look first.", calls: [{ name: "look", args: { secret } }] },
    { text: "Now I pay.", calls: [{ name: "pay", args: { amount: 5 } }] },
    { text: "done" },
  ]);
  const [approval] = await here.open(chat);
  if (!approval) throw new Error("Nobody was asked.");
  const { id } = approval;
  const inbox = inboxIn(here.store);
  const { chats } = here.process;
  const show = async (on: boolean) => void (await chats.change(here.person.id, chat, { shownToReviewers: on }));
  const readBy = async ({ id: personId }: { id: string }) => inbox.words(personId, id);
  return { here, chat, id, inbox, show, readBy, chats };
}

test("B22: whoever may answer a call reads the words before it where its person shows them, and nothing else", async () => {
  const { here, chat, id, inbox, show, readBy } = await world();
  for (const person of [ana, ben, cleo, dora, here.stranger]) expect(await readBy(person)).toBeNull();
  expect((await inbox.one(ana.id, id))?.showsChat).toBe(false);
  await show(true);
  expect(await readBy(ana)).toEqual([
    { by: "person", text: chat, isCut: false },
    { by: "assistant", text: "I look first.\n\nNow I pay.", isCut: false },
  ]);
  expect(JSON.stringify(await readBy(ana))).not.toContain(secret);
  expect((await inbox.one(ana.id, id))?.showsChat).toBe(true);
  // The session of a client has no words.
  const comesFrom = (origin: "chat" | "gateway") =>
    here.store.db.updateTable("chats").set({ origin }).where("id", "=", chat).execute();
  await comesFrom("gateway");
  expect((await inbox.one(ana.id, id))?.showsChat).toBe(false);
  await comesFrom("chat");
  // An admin answers for nobody, and other members neither.
  for (const person of [cleo, dora, here.stranger]) expect(await readBy(person)).toBeNull();
  await show(false);
  expect(await readBy(ana)).toBeNull();
});

test("B22: the words are there only as long as their reader may answer", async () => {
  const { here, id, inbox, show, readBy } = await world();
  await show(true);
  await giveRole(here.store, ana, "member");
  expect(await readBy(ana)).toBeNull();
  await giveRole(here.store, ana, "reviewer");
  await disable(here.store, ben);
  expect(await readBy(ben)).toBeNull();
  expect(await readBy(ana)).toHaveLength(2);
  await here.answer(id, "decline", { person: ana });
  expect(await readBy(ana)).toBeNull();
  expect((await inbox.one(ana.id, id))?.showsChat).toBe(false);
});

test("B22: of a call that expired, or that its own person answers, nobody else reads words", async () => {
  const late = await world();
  await late.show(true);
  await late.here.advance(40 * 24 * 60 * 60_000);
  expect(await late.readBy(ana)).toBeNull();
  const own = await world({ kind: "self" });
  await own.show(true);
  for (const person of [ana, cleo, dora]) expect(await own.readBy(person)).toBeNull();
});

test("B22: one chat after the other, or all new ones, as their person says; each switch is recorded once", async () => {
  const { here, show, chats } = await world();
  const isShown = async (chatId: string) => (await chats.detail(here.person.id, chatId))?.shownToReviewers;
  await show(true);
  await show(true);
  await show(false);
  await chats.showNew(here.person.id, true);
  await chats.showNew(here.person.id, true);
  expect(await chats.showsNew(here.person.id)).toBe(true);
  const shown = await here.begin({ text: "Hello." });
  expect(await isShown(shown)).toBe(true);
  await chats.showNew(here.person.id, false);
  expect(await isShown(shown)).toBe(true);
  expect(await isShown(await here.begin({ text: "Hello." }))).toBe(false);
  const rows = await here.store.db.selectFrom("audit").selectAll().orderBy("seq").execute();
  const said = rows
    .filter(({ kind }) => kind === "chat-shown-switched")
    .map(({ kind, detail_json }) => wordsOf(kind, JSON.parse(detail_json)));
  expect(said).toEqual([
    "Words around calls of this chat shown to who may answer them",
    "Words around calls of this chat hidden from who may answer them",
    "Words around calls of new chats shown to who may answer them",
    "Words around calls of new chats hidden from who may answer them",
  ]);
});
