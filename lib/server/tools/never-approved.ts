import type { Hand } from "#lib/people/hand.ts";
import { whyNeverApproved, type Answerer } from "#lib/people/may-answer.ts";
import type { Tool, ToolCatalogue } from "#lib/gate/contract/tool.ts";
import type { ToolsPage } from "#lib/policies/changes/tools-page.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { presentHands } from "#lib/store/people/hands.ts";
import { enabledPeople } from "#lib/store/people/answerer-predicates.ts";
import type { Log } from "#lib/server/observe/log.ts";

/**
 * Why no call of a tool could ever be approved, whichever of these people asks; null when some could. With a single
 * person on an instance, only the asker can answer.
 */
export function neverApproved(
  { who }: Pick<Tool, "who">,
  people: readonly Answerer[],
  hands: readonly Hand[],
): string | null {
  const reasons = people.map(({ id }) => whyNeverApproved(who, id, people, hands));
  return reasons.every((reason) => reason !== null) ? (reasons[0] ?? null) : null;
}

/** Marks tools whose calls nobody could approve, by whatever settings. */
export function withAnswerers(page: ToolsPage, people: readonly Answerer[], hands: readonly Hand[]): ToolsPage {
  const servers = page.servers.map((server) => ({
    ...server,
    tools: server.tools.map((tool) => ({
      ...tool,
      neverApproved: neverApproved({ who: tool.who.inForce }, people, hands),
    })),
  }));
  return { ...page, servers };
}

type Deps = { database: Database; catalogue: Pick<ToolCatalogue, "settled" | "tools">; log: Log };

/** Logs, once the servers have sent their lists, tools whose calls nobody here could approve. */
export async function warnOfNeverApproved({ database, catalogue, log }: Deps): Promise<void> {
  await catalogue.settled();
  const tools = [...catalogue.tools().values()].filter(({ who }) => who.kind !== "self");
  if (tools.length === 0) return;
  const [people, hands] = await Promise.all([enabledPeople(database), presentHands(database)]);
  for (const tool of tools) {
    const reason = neverApproved(tool, people, hands);
    if (reason !== null) log.warn("tool.never-approved", { server: tool.server.id, tool: tool.name, reason });
  }
}
