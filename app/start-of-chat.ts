import type { StartOfChat } from "#components/chat/empty-chat.tsx";
import { exampleServer } from "#components/chat/live/example-server.ts";
import { services } from "#lib/server/api/services.ts";

const mostServers = 6;
const mostTools = 6;

/** What a chat without messages offers: requests that the demonstration knows, or what the connected servers can do. */
export function startOfChat(personId: string): StartOfChat {
  const { agent, models, servers } = services();
  const isDemo = models.choicesFor(personId)[0]?.demo === true;
  if (isDemo) return { examples: servers().some(({ id }) => id === exampleServer), abilities: [] };
  const tools = [...agent.gate.catalogue.offered({ personId, origin: "chat" }).values()];
  const abilities = [...Map.groupBy(tools, ({ server }) => server.title)].map(([server, ofIt]) => {
    const titles = ofIt.map(({ title }) => title);
    return { server, tools: titles.slice(0, mostTools), more: Math.max(0, titles.length - mostTools) };
  });
  return { examples: false, abilities: abilities.slice(0, mostServers) };
}
