import type { Gate } from "#lib/gate/contract/gate.ts";
import { tightenOpen } from "#lib/gate/ask/tighten.ts";
import { oversightOf } from "#lib/gate/contract/tool.ts";
import type { AppEventHub } from "#lib/server/chats/app-event-hub.ts";
import { openToolsOfAgents } from "#lib/store/approvals/open-approvals.ts";
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

/**
 * Makes open cards as strict as their tools: when a tool is watched more closely, its open cards change too. An answer
 * checks this by itself; here it is for the person who looks at a card.
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
  // The catalogue cannot list the tools of agents elsewhere.
  let version = -1;
  let areAgentsDue = false;
  let going: Promise<void> = Promise.resolve();
  let stopHearing = () => {};
  let again: Repeated | null = null;

  function look(): void {
    for (const [name, tool] of gate.catalogue.tools()) {
      const now = oversightOf(tool);
      if (known.get(name) !== now) due.add(name);
      known.set(name, now);
    }
    areAgentsDue ||= version !== toolsVersion();
    version = toolsVersion();
    going = going.then(tightenDue).catch((error: unknown) => log.warn("cards.not-tightened", { error }));
  }

  async function tightenDue(): Promise<void> {
    if (due.size === 0 && !areAgentsDue) return;
    const names = [...due];
    const withAgents = areAgentsDue;
    due.clear();
    areAgentsDue = false;
    try {
      if (withAgents) names.push(...(await openToolsOfAgents(gate.database)));
      // Also tells those who may no longer answer.
      if (await tightenOpen(gate, names)) changes.announce({ personId: null, event: { type: "approvals" } });
    } catch (error) {
      for (const name of names) due.add(name);
      areAgentsDue ||= withAgents;
      throw error;
    }
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
