import type { Agent, HotRun } from "#lib/agent/hot/agent.ts";
import { toolsOfWorker } from "#lib/agent/hot/worker.ts";
import type { OfferedTo, Tool } from "#lib/gate/contract/tool.ts";
import { hiddenToolsFor } from "#lib/gate/judge/hidden-tools-for.ts";
import { foundTools } from "#lib/store/chats/found-tools.ts";
import { isFinder, isSwitchedOff } from "#lib/verdict/switched-off.ts";

/** An agent of a chat, and what it may use there. */
export type ToolUser = OfferedTo & {
  chatId: string;
  /** What is switched off in the chat. */
  off: ReadonlySet<string>;
  /** The agents between the chat and it, itself the last; none for the chat's own. */
  agents: readonly string[];
  modelKey: string;
};

export type ToolOffer = {
  tools: ReadonlyMap<string, Tool>;
  /** Names of those that the model is not told of. */
  hidden: ReadonlySet<string>;
};

/** The last rounds get none. */
export const noOffer: ToolOffer = { tools: new Map(), hidden: new Set() };

/** The chat's own agent in a run, or one that it gave work to. */
export function userOf({ row, origin, off }: HotRun): Omit<ToolUser, "agents"> {
  return { personId: row.person_id, origin, chatId: row.chat_id, off, modelKey: row.model };
}

/** What the model of a step may call: everything, or `find_tools` and what it found where that is too much. */
export async function offerTools(agent: Agent, user: ToolUser): Promise<ToolOffer> {
  const { tools, hidden, finder } = await usableTools(agent, user);
  const { mostTools: most = Infinity } = agent.models.get(user.modelKey, user.personId);
  const visible = hidden.size === 0 ? tools : new Map([...tools].filter(([name]) => !hidden.has(name)));
  if (visible.size <= most) return { tools, hidden };
  const found = await foundTools(agent.gate.database, user);
  const kept = found.flatMap((name): [string, Tool][] => {
    const tool = visible.get(name);
    return tool ? [[name, tool]] : [];
  });
  return { tools: new Map([...finder, ...kept.slice(-mostFound(most))]), hidden };
}

/** One place of a request is for `find_tools`. */
export function mostFound(most: number): number {
  return most - 1;
}

/** What an agent of a chat may use, and apart from that the tool that finds others, if it is on offer. */
export async function usableTools(
  agent: Agent,
  { personId, origin, off, agents }: Omit<ToolUser, "modelKey">,
): Promise<ToolOffer & { finder: [string, Tool][] }> {
  const offered = agent.gate.catalogue.offered({ personId, origin });
  const finder = [...offered].filter(([, tool]) => isFinder(tool));
  const worker = agent.workers.get(agents.at(-1) ?? "");
  const given = worker ? toolsOfWorker(worker, agents, offered) : offered;
  const tools = new Map([...given].filter(([, tool]) => !isFinder(tool) && !isSwitchedOff(off, tool)));
  const hidden = await hiddenToolsFor(agent.gate, { personId, agents }, new Map([...finder, ...tools]));
  return { tools, hidden, finder: finder.filter(([name]) => !hidden.has(name)) };
}
