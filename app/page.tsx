import { NewChat } from "#components/chat/new-chat.tsx";
import { pageFor } from "./page-session.ts";
import { startOfChat } from "./start-of-chat.ts";
import { services } from "#lib/server/api/services.ts";

export default pageFor(async function NewChatPage(person) {
  const freshId = crypto.randomUUID();
  const { models, policies } = services();
  const given = { freshId, models: models.choicesFor(person.id), stopped: policies.stopsAll() };
  return <NewChat key={freshId} {...given} start={await startOfChat(person.id)} />;
});
