import { exampleServer } from "#components/chat/live/example-server.ts";
import { NewChat } from "#components/chat/new-chat.tsx";
import { pageFor } from "./page-session.ts";
import { services } from "#lib/server/api/services.ts";

export default pageFor(async function NewChatPage() {
  const freshId = crypto.randomUUID();
  const { models, policies, servers } = services();
  const examples = servers().some(({ id }) => id === exampleServer);
  const given = { freshId, models: models.choices, stopped: policies.stopsAll(), examples };
  return <NewChat key={freshId} {...given} />;
});
