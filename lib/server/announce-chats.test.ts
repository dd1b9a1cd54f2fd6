import { afterEach, beforeEach, expect, test } from "vitest";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import type { AppEvent } from "#lib/chat/chat-summary.ts";
import { insertChat } from "#lib/store/chats.ts";
import { inTransaction, type Database } from "#lib/store/database.ts";
import { insertRun } from "#lib/store/runs.ts";
import { claimInstance } from "#lib/store/sessions.ts";
import { announceChats } from "./announce-chats.ts";
import { Changes } from "./changes.ts";
import { logger } from "./log.ts";

const person = { id: "ada", name: "Ada" };
const log = logger("silent", () => {});
let database: Database;

beforeEach(async () => {
  database = await openTestDatabase();
  await claimInstance(database, { tokenHash: "hash", person });
  await inTransaction(database, async (trx) => {
    for (const id of ["first", "second"]) await insertChat(database, trx, { id, person_id: person.id, title: id });
    const run = { id: "run", chat_id: "first", user_message_id: "q", message_id: "a", model: "demo", owner: "me" };
    await insertRun(database, trx, { ...run, person_id: person.id });
  });
});
afterEach(() => database.close());

/** Resolves with the events up to and with the list, which is told last. */
function eventsOf(changes: Changes): Promise<AppEvent[]> {
  const events: AppEvent[] = [];
  return new Promise((resolve) => {
    changes.listen(({ event }) => {
      events.push(event);
      if (event.type === "chats") resolve(events);
    });
  });
}

test("changes of a chat that come together are told once, with the latest version; every chat and the list are told", async () => {
  const changes = new Changes();
  const { announce } = announceChats({ database, changes, log });
  const told = eventsOf(changes);
  for (const version of [2, 3, 4]) announce({ personId: person.id, chatId: "first", version });
  announce({ personId: person.id, chatId: "second", version: 7 });
  expect(await told).toEqual([
    { type: "chat", chatId: "first", version: 4, run: "running" },
    { type: "chat", chatId: "second", version: 7, run: "idle" },
    { type: "chats" },
  ]);
});

test("what happens after a change was told is told anew", async () => {
  const changes = new Changes();
  const { announce } = announceChats({ database, changes, log });
  for (const version of [2, 3]) {
    const told = eventsOf(changes);
    announce({ personId: person.id, chatId: "second", version });
    expect((await told)[0]).toEqual({ type: "chat", chatId: "second", version, run: "idle" });
  }
});

test("a change that nobody watches is not told later to somebody who begins to watch", async () => {
  const changes = new Changes();
  const { announce } = announceChats({ database, changes, log });
  announce({ personId: person.id, chatId: "first", version: 2 });
  const told = eventsOf(changes);
  announce({ personId: person.id, chatId: "second", version: 2 });
  expect((await told).map((event) => ("chatId" in event ? event.chatId : event.type))).toEqual(["second", "chats"]);
});
