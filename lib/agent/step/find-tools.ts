import { agentsOf } from "#lib/approvals/agents-of.ts";
import type { Agent } from "#lib/agent/hot/agent.ts";
import { toolCallById } from "#lib/store/calls/tool-calls.ts";
import { keepFound } from "#lib/store/chats/found-tools.ts";
import { preconditionsOf } from "#lib/store/runs/call-preconditions.ts";
import { runById } from "#lib/store/runs/runs.ts";
import { mostFound, usableTools } from "./offer-tools.ts";
import { rankTools } from "./rank-tools.ts";

const mostAtOnce = 10;
const mostOfDescription = 160;

/**
 * Finds tools for the agent that makes this call, among those that it may use and nobody hides from it, and has its
 * chat offer them from the next step on. Resolves to what the model, and whoever reads the chat, is told.
 */
export async function findTools(agent: Agent, callId: string, query: string): Promise<string> {
  const { database, catalogue } = agent.gate;
  const call = await toolCallById(database, callId);
  const { chat_id: chatId, person_id: personId } = call;
  const agents = agentsOf(call);
  const run = await runById(database, call.run_id);
  const { off } = await preconditionsOf(database, call);
  const user = { personId, origin: "chat", chatId, off, agents } as const;
  const { tools, hidden } = await usableTools(agent, user);
  const isUsable = (name: string) => tools.has(name) && !hidden.has(name);
  const all = [...tools.keys()].filter(isUsable).length;
  const { mostTools = Infinity } = agent.models.get(
    agent.workers.get(agents.at(-1) ?? "")?.model ?? run?.model ?? null,
    personId,
  );
  const most = mostFound(mostTools);
  const offered = catalogue.offered(user);
  const names = await rankTools(offered, { query, most: Math.min(most, mostAtOnce), isUsable });
  if (names.length === 0) return `None of the ${all} tools fits these words. Try others.`;
  const left = await keepFound(database, { chatId, agents, names, most, isUsable });
  const lines = names.flatMap((name) => {
    const tool = tools.get(name);
    return tool ? [`- ${name}: ${tool.title}. ${shortened(tool.description)}`] : [];
  });
  const found = `Found ${names.length} of ${all} tools. They can be called from the next step on:\n${lines.join("\n")}`;
  if (left.length === 0) return found;
  return `${found}\nTo make room, these can no longer be called until they are found again: ${left.join(", ")}.`;
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length <= mostOfDescription ? line : `${line.slice(0, mostOfDescription).toWellFormed()}…`;
}
