import type { Gate } from "#lib/gate/contract/gate.ts";
import { chatsAskingOthersWithin, chatsChangedWithin } from "#lib/store/chats/chats.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { forEverybody } from "#lib/store/engine/fair-turns.ts";
import { watchStore } from "#lib/store/engine/watch-store.ts";
import { liveRunOf } from "#lib/store/runs/runs.ts";
import { answerersAmong } from "#lib/store/people/answerer-predicates.ts";
import type { AppEventHub } from "./app-event-hub.ts";
import type { Log } from "#lib/server/observe/log.ts";

type Announcement = Parameters<Gate["announce"]>[0];
type Deps = { database: Database; changes: AppEventHub; log: Log };

export type ChatAnnouncer = Pick<Gate, "announce" | "announceList"> & { close: () => Promise<void> };

/** One step of a run changes its chat several times; watchers would read each state and show only the last. */
const togetherMs = 20;
/** Retry after the store did not answer: no other signal would repeat the change. */
const againAfterMs = 1_000;
/** More chats than one day's watchers open; a forgotten version may only be announced twice. */
const mostRemembered = 5_000;
const lookEveryMs = 2_000;
/** The longest time from a change's timestamp to its commit. */
const mostLateMs = 5_000;

/**
 * Announces changes of chats to watchers, here and in all other processes: one announcement for changes of a chat that
 * come close together.
 */
export function announceChats({ database, changes, log }: Deps): ChatAnnouncer {
  const due = new Map<string, Announcement>();
  const told = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;
  let closed = false;
  let lastLook = performance.now();

  async function tell({ personId, chatId, version }: Announcement): Promise<void> {
    if (!changes.areWatchedFor(personId)) return;
    const live = await liveRunOf(database, chatId);
    const run = live ? (live.status === "parked" ? "parked" : "running") : "idle";
    changes.announce({ personId, event: { type: "chat", chatId, version, run } });
  }

  async function tellAll(): Promise<void> {
    timer = null;
    const all = [...due.values()];
    due.clear();
    const untold = new Set(all);
    try {
      await tellAnswerers(all);
      for (const change of all) {
        await tell(change);
        untold.delete(change);
      }
    } finally {
      // Unless a newer change is due by now.
      for (const change of untold) if (!due.has(change.chatId)) due.set(change.chatId, change);
    }
    for (const personId of new Set(all.map((change) => change.personId))) tellList(personId);
  }

  /** People who answer for others hear of chats in which an approval is, or was, put to them. */
  async function tellAnswerers(all: readonly Announcement[]): Promise<void> {
    const owners = new Set(all.map(({ personId }) => personId));
    const [owner, second] = owners;
    const others = changes.watchers.filter((personId) => second !== undefined || personId !== owner);
    const chatIds = all.map(({ chatId }) => chatId);
    for (const personId of await answerersAmong(database, { personIds: others, chatIds })) {
      changes.announce({ personId, event: { type: "approvals" } });
    }
  }

  function tellList(personId: string): void {
    changes.announce({ personId, event: { type: "chats" } });
  }

  function tellSoon(change: Announcement): void {
    // A later watcher reads everything then. Any watcher counts: others than the chat's person may answer in it.
    if (!changes.areWatched) return;
    if (told.size >= mostRemembered) told.clear();
    told.set(change.chatId, change.version);
    due.set(change.chatId, change);
    tellAllAfter(togetherMs);
  }

  function tellAllAfter(ms: number): void {
    timer ??= setTimeout(() => {
      forEverybody(tellAll).catch((error: unknown) => {
        log.error("change.not-announced", { error });
        if (!closed) tellAllAfter(againAfterMs);
      });
    }, ms);
  }

  function hear(change: Announcement): void {
    if (change.version > (told.get(change.chatId) ?? 0)) tellSoon(change);
  }

  /** Looks for other processes' changes to chats that are watched here: two short queries for all watchers. */
  async function look(): Promise<void> {
    const { watchers } = changes;
    const begun = performance.now();
    if (watchers.length > 0) {
      // Polls fail while the store is away; the next one that succeeds covers the gap.
      const withinMs = Math.ceil(begun - lastLook) + mostLateMs;
      const changed = await chatsChangedWithin(database, { personIds: watchers, withinMs });
      const asking = await chatsAskingOthersWithin(database, { withinMs });
      for (const { person_id, id, version } of [...changed, ...asking])
        hear({ personId: person_id, chatId: id, version });
    }
    lastLook = begun;
  }

  const watching = watchStore(database, {
    on: ["chat", "chats"],
    read: async (signal) => {
      if (signal === null) return look();
      if (signal.type === "chat") hear(signal);
      else tellList(signal.personId);
    },
    everyMs: lookEveryMs,
    failed: (error) => log.warn("changes.not-read", { error }),
  });

  return {
    announce: ({ personId, chatId, version }) => {
      database.signals.send({ type: "chat", personId, chatId, version });
      tellSoon({ personId, chatId, version });
    },
    announceList: ({ personId }) => {
      database.signals.send({ type: "chats", personId });
      tellList(personId);
    },
    close: () => {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      return watching.stop();
    },
  };
}
