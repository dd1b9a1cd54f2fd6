import type { Gate } from "#lib/gate/gate.ts";
import type { Database } from "#lib/store/database.ts";
import { liveRunOf } from "#lib/store/runs.ts";
import type { Changes } from "./changes.ts";
import type { Log } from "./log.ts";

type ChatChange = Parameters<Gate["announce"]>[0];
type Deps = { database: Database; changes: Changes; log: Log };

/** One step of a run changes its chat several times; what watches would read each state and show only the last. */
const togetherMs = 20;

/** Tells whoever watches that chats changed, once for all changes of a chat that come close together. */
export function announceChats({ database, changes, log }: Deps): { announce: Gate["announce"]; close: () => void } {
  const due = new Map<string, ChatChange>();
  let timer: NodeJS.Timeout | null = null;

  async function tell({ personId, chatId, version }: ChatChange): Promise<void> {
    const live = await liveRunOf(database, chatId);
    const run = live ? (live.status === "parked" ? "parked" : "running") : "idle";
    changes.announce({ personId, event: { type: "chat", chatId, version, run } });
  }

  async function tellAll(): Promise<void> {
    timer = null;
    const told = [...due.values()];
    due.clear();
    for (const change of told) await tell(change);
    for (const personId of new Set(told.map((change) => change.personId))) {
      changes.announce({ personId, event: { type: "chats" } });
    }
  }

  return {
    announce: (change) => {
      // Whoever begins to watch later reads everything at that moment.
      if (!changes.areWatched) return;
      due.set(change.chatId, change);
      timer ??= setTimeout(() => {
        tellAll().catch((error: unknown) => log.error("change.not-announced", { error }));
      }, togetherMs);
    },
    close: () => {
      if (timer !== null) clearTimeout(timer);
    },
  };
}
