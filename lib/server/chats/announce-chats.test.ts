import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { SignalBus } from "#e2e/support/signal-bus.ts";
import { signalsOn } from "#e2e/support/test-signals.ts";
import type { AppEvent } from "#lib/chat/chat-summary.ts";
import { insertChat } from "#lib/store/chats/chats.ts";
import { inTransaction, type Database } from "#lib/store/engine/database.ts";
import { noSignals, type Signal } from "#lib/store/engine/signals.ts";
import { insertRun } from "#lib/store/runs/runs.ts";
import { claimInstance } from "#lib/store/people/sessions.ts";
import { announceChats } from "./announce-chats.ts";
import { AppEventHub } from "./app-event-hub.ts";
import { logger } from "#lib/server/observe/log.ts";

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

function announcing(changes: AppEventHub, on = database) {
  const announcer = announceChats({ database: on, changes, log });
  onTestFinished(announcer.close);
  return announcer;
}

/** Resolves with the events up to and with the list, which is told last. */
function eventsOf(changes: AppEventHub): Promise<AppEvent[]> {
  const events: AppEvent[] = [];
  return new Promise((resolve) => {
    changes.listen(({ event }) => {
      events.push(event);
      if (event.type === "chats") resolve(events);
    });
  });
}

test("changes of a chat that come together are told once, with the latest version; every chat and the list are told", async () => {
  const changes = new AppEventHub();
  const { announce } = announcing(changes);
  const told = eventsOf(changes);
  for (const version of [2, 3, 4]) announce({ personId: person.id, chatId: "first", version });
  announce({ personId: person.id, chatId: "second", version: 7 });
  expect(await told).toEqual([
    { type: "chat", chatId: "first", version: 4, run: "running" },
    { type: "chat", chatId: "second", version: 7, run: "idle" },
    { type: "chats" },
  ]);
});

test("a change after an announcement is announced too", async () => {
  const changes = new AppEventHub();
  const { announce } = announcing(changes);
  for (const version of [2, 3]) {
    const told = eventsOf(changes);
    announce({ personId: person.id, chatId: "second", version });
    expect((await told)[0]).toEqual({ type: "chat", chatId: "second", version, run: "idle" });
  }
});

test("a change that nobody watched is not announced to a later watcher", async () => {
  const changes = new AppEventHub();
  const { announce } = announcing(changes);
  announce({ personId: person.id, chatId: "first", version: 2 });
  const told = eventsOf(changes);
  announce({ personId: person.id, chatId: "second", version: 2 });
  expect((await told).map((event) => ("chatId" in event ? event.chatId : event.type))).toEqual(["second", "chats"]);
});

test("a change is told on every process, as it is there, and each tells it once", async () => {
  const bus = new SignalBus();
  const [here, there] = [0, 1].map(() => {
    const changes = new AppEventHub();
    return { changes, ...announcing(changes, { ...database, signals: signalsOn(bus) }) };
  });
  if (!here || !there) throw new Error("There are two.");
  const told = [here, there].map(({ changes }) => eventsOf(changes));
  here.announce({ personId: person.id, chatId: "first", version: 2 });
  const event = { type: "chat", chatId: "first", version: 2, run: "running" };
  expect(await Promise.all(told)).toEqual([
    [event, { type: "chats" }],
    [event, { type: "chats" }],
  ]);
  const list = eventsOf(here.changes);
  there.announceList({ personId: person.id });
  expect(await list).toEqual([{ type: "chats" }]);
});

test("a change that was announced is not announced again when a signal or a poll brings it late", async () => {
  const changes = new AppEventHub();
  let signalled = (_signal: Signal) => {};
  const listen = (listener: typeof signalled) => {
    signalled = listener;
    return () => {};
  };
  const { announce } = announcing(changes, { ...database, signals: { ...noSignals, listen } });
  const hear = (change: Parameters<typeof announce>[0]) => signalled({ type: "chat", ...change });
  const told = eventsOf(changes);
  announce({ personId: person.id, chatId: "first", version: 7 });
  for (const version of [5, 6, 7]) hear({ personId: person.id, chatId: "first", version });
  hear({ personId: person.id, chatId: "second", version: 1 });
  expect((await told).map((event) => ("version" in event ? [event.chatId, event.version] : event.type))).toEqual([
    ["first", 7],
    ["second", 1],
    "chats",
  ]);
});

test("G3: a change is announced once the store answers again", async () => {
  const changes = new AppEventHub();
  let answers = false;
  const moody: Database = {
    ...database,
    get db() {
      if (answers) return database.db;
      answers = true;
      throw new Error("The store is gone.");
    },
  };
  const { announce } = announcing(changes, moody);
  const told = eventsOf(changes);
  announce({ personId: person.id, chatId: "first", version: 2 });
  announce({ personId: person.id, chatId: "second", version: 3 });
  expect(await told).toEqual([
    { type: "chat", chatId: "first", version: 2, run: "running" },
    { type: "chat", chatId: "second", version: 3, run: "idle" },
    { type: "chats" },
  ]);
});
