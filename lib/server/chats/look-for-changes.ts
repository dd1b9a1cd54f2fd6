import { chatsAskingOthersWithin, chatsChangedWithin } from "#lib/store/chats/chats.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { Announcer } from "./announce-chats.ts";
import type { AppEventHub } from "./app-event-hub.ts";
import type { Log } from "#lib/server/observe/log.ts";

type Deps = { database: Database; changes: AppEventHub; announcer: Announcer; log: Log };

const lookEveryMs = 2_000;
/** The longest time from a change's timestamp to its commit. */
const mostLateMs = 5_000;

/**
 * Fallback poll for other processes' changes to chats that are watched here, in case a signal was lost (THREATS G9:
 * lost wake-ups). Two short queries for all watchers, and none where a single process serves the store. Returns the
 * function that stops it.
 */
export function lookForChanges({ database, changes, announcer, log }: Deps): () => void {
  if (database.dialect === "sqlite") return () => {};
  let lastLook = performance.now();
  let isLooking = false;

  async function look(): Promise<void> {
    const { watchers } = changes;
    const begun = performance.now();
    if (watchers.length > 0) {
      // Polls fail while the store is away; the next one that succeeds covers the gap.
      const withinMs = Math.ceil(begun - lastLook) + mostLateMs;
      const changed = await chatsChangedWithin(database, { personIds: watchers, withinMs });
      const asking = await chatsAskingOthersWithin(database, { withinMs });
      for (const { person_id, id, version } of [...changed, ...asking])
        announcer.hear({ personId: person_id, chatId: id, version });
    }
    lastLook = begun;
  }

  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    look()
      .catch((error: unknown) => log.warn("changes.not-read", { error }))
      .finally(() => (isLooking = false));
  }, lookEveryMs);
  return () => clearInterval(timer);
}
