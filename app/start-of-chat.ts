import type { StartOfChat } from "#components/chat/empty-chat.tsx";
import { services } from "#lib/server/api/services.ts";

/** The server of the `mcp.json` that comes with the app, by its key there. */
const exampleServer = "workspace";
const mostServers = 6;
const mostTools = 6;

/** What a chat without messages offers: requests that the demonstration knows, or what the connected servers can do. */
export async function startOfChat(personId: string): Promise<StartOfChat> {
  const { chats, models, servers } = services();
  const isDemo = models.choicesFor(personId)[0]?.demo === true;
  if (isDemo) return { examples: servers().some(({ id }) => id === exampleServer), abilities: [] };
  const tools = await chats.tools(personId, "new");
  const abilities = (tools?.servers ?? []).map(({ title: server, tools: ofIt }) => {
    const titles = ofIt.map(({ title }) => title);
    return { server, tools: titles.slice(0, mostTools), more: Math.max(0, titles.length - mostTools) };
  });
  return { examples: false, abilities: abilities.slice(0, mostServers) };
}
