import { createHash } from "node:crypto";
import type { Gate } from "#lib/gate/contract/gate.ts";
import { tightenOpen } from "#lib/gate/ask/tighten.ts";
import { oversightOf } from "#lib/gate/contract/tool.ts";
import type { AppEventHub } from "#lib/server/chats/app-event-hub.ts";
import { openToolsOfAgents } from "#lib/store/approvals/open-approvals.ts";
import { keepWatchedTools, type WatchedTools, watchedTools } from "#lib/store/policies/watched-tools.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { repeatEvery, type Repeated } from "#lib/store/engine/repeat-every.ts";
import type { Log } from "#lib/server/observe/log.ts";

type Deps = {
  gate: Gate;
  changes: Pick<AppEventHub, "announce">;
  /** Returns the function that stops listening. */
  onToolsChange: (listener: () => void) => () => void;
  /** How often the decisions about tools have changed, as far as this process knows. */
  toolsVersion: () => number;
  log: Log;
};

/** Retry after the store did not answer. */
const againAfterMs = 2_000;
/** With more, those of servers that are away are looked at again when they are back. */
const mostKept = 2_000;

/**
 * Makes open cards as strict as their tools: when a tool is watched more closely, its open cards change too. An answer
 * checks this by itself; here it is for the person who looks at a card. The store keeps what was looked at, so that a
 * start reads the open cards of those tools alone that changed meanwhile, however many cards wait.
 */
export function tightenCards({
  gate,
  changes,
  onToolsChange,
  toolsVersion,
  log,
}: Deps): Repeated & { start: () => void } {
  const known = new Map<string, string>();
  const due = new Set<string>();
  let kept: WatchedTools | null = null;
  let going: Promise<void> = Promise.resolve();
  let stopHearing = () => {};
  let again: Repeated | null = null;

  function look(): void {
    for (const [name, tool] of gate.catalogue.tools()) {
      const now = oversightOf(tool);
      if (known.get(name) !== now) due.add(name);
      known.set(name, now);
    }
    going = going.then(tightenDue).catch((error: unknown) => log.warn("cards.not-tightened", { error }));
  }

  async function tightenDue(): Promise<void> {
    const before = (kept ??= await watchedTools(gate.database));
    // -1 until the store was read for the first time.
    const version = toolsVersion() === -1 ? before.version : toolsVersion();
    if (due.size === 0 && version === before.version) return;
    const names = [...due];
    const now = hashesOf(names);
    due.clear();
    try {
      const changed = names.filter((name) => before.tools[name] !== now[name]);
      // The catalogue cannot list the tools of agents elsewhere.
      if (version !== before.version) changed.push(...(await openToolsOfAgents(gate.database)));
      if (changed.length === 0 && version === before.version) return;
      // Also tells those who may no longer answer.
      if (await tightenOpen(gate, changed)) changes.announce({ personId: null, event: { type: "approvals" } });
      const next = { version, tools: atMost({ ...before.tools, ...now }) };
      await inTransaction(gate.database, (trx) => keepWatchedTools(trx, next));
      kept = next;
    } catch (error) {
      for (const name of names) due.add(name);
      throw error;
    }
  }

  function hashesOf(names: Iterable<string>): WatchedTools["tools"] {
    return Object.fromEntries([...names].map((name) => [name, hashOf(known.get(name) ?? "")]));
  }

  function atMost(tools: WatchedTools["tools"]): WatchedTools["tools"] {
    return Object.keys(tools).length <= mostKept ? tools : hashesOf(known.keys());
  }

  return {
    start: () => {
      stopHearing = onToolsChange(look);
      again = repeatEvery(
        againAfterMs,
        async () => look(),
        () => {},
      );
      look();
    },
    stop: async () => {
      stopHearing();
      await again?.stop();
      await going;
    },
  };
}

function hashOf(oversight: string): string {
  return createHash("sha256").update(oversight).digest("base64url");
}
