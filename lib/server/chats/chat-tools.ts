import type { Agent } from "#lib/agent/hot/agent.ts";
import { usableTools } from "#lib/agent/step/offer-tools.ts";
import { iconBudget } from "#lib/results/icon-budget.ts";
import type { ChatTools, ChatToolServer } from "#lib/chat/chat-tools.ts";
import { chatOf } from "#lib/store/chats/chats.ts";
import { toolNamesIn } from "#lib/store/schema/tool-names.ts";

/** The id of no chat: for one that is about to begin. */
const newChat = "new";

/** What a person may switch on and off in a chat; null for an unknown chat. What rules hide is not among it. */
export async function chatTools(agent: Agent, personId: string, chatId: string): Promise<ChatTools | null> {
  const chat = chatId === newChat ? null : await chatOf(agent.gate.database, personId, chatId);
  if (chat === undefined || (chat !== null && chat.origin !== "chat")) return null;
  const user = { personId, origin: "chat", chatId, off: new Set<string>(), agents: [] } as const;
  const { tools, hidden, finder } = await usableTools(agent, user);
  const found = new Set(chat === null ? [] : toolNamesIn(chat.tools_found_json));
  const servers = new Map<string, ChatToolServer>();
  const drawn = iconBudget();
  for (const [wireName, { server, name, title, icons }] of tools) {
    if (hidden.has(wireName)) continue;
    const known = servers.get(server.id) ?? { id: server.id, title: server.title, tools: [] };
    known.tools.push({ name, title, icon: drawn(icons), found: found.has(wireName) });
    servers.set(server.id, known);
  }
  const { mostTools = Infinity } = agent.models.get(chat?.model ?? null, personId);
  return { most: mostTools === Infinity ? null : mostTools, finds: finder.length > 0, servers: [...servers.values()] };
}
