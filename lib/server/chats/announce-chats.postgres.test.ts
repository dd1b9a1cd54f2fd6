import { expect, onTestFinished, test } from "vitest";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import type { AppEvent } from "#lib/chat/chat-summary.ts";
import { insertChat, touchChat } from "#lib/store/chats/chats.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { claimInstance } from "#lib/store/people/sessions.ts";
import { announceChats } from "./announce-chats.ts";
import { AppEventHub } from "./app-event-hub.ts";
import { logger } from "#lib/server/observe/log.ts";

test("G9: a change on another process is seen here though its signal was lost, once, and by its person alone", async () => {
  const database = await openTestDatabase();
  const [kim, eve] = [
    { id: "kim", name: "Kim" },
    { id: "eve", name: "Eve" },
  ] as const;
  await claimInstance(database, { tokenHash: "hash", person: kim });
  await database.db
    .insertInto("people")
    .values({ ...eve, created_at: 0 })
    .execute();
  await inTransaction(database, async (trx) => {
    for (const { id } of [kim, eve]) await insertChat(database, trx, { id: `of-${id}`, person_id: id, title: id });
  });
  const changes = new AppEventHub();
  const log = logger("silent", () => {});
  const announcer = announceChats({ database, changes, log });
  onTestFinished(announcer.close);
  const heard: AppEvent[] = [];
  changes.listen(({ event }) => heard.push(event), kim.id);
  await inTransaction(database, async (trx) => {
    for (const { id } of [kim, eve]) await touchChat(database, trx, `of-${id}`);
  });
  const told = { type: "chat", chatId: "of-kim", version: 2, run: "idle" };
  await expect.poll(() => heard).toEqual([told, { type: "chats" }]);
  // A later change, so that several looks passed over the first.
  const version = await inTransaction(database, (trx) => touchChat(database, trx, "of-kim"));
  await expect.poll(() => heard.length).toBe(4);
  expect(heard[2]).toEqual({ ...told, version });
});
