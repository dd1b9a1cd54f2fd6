import { NewChat } from "#components/chat/new-chat.tsx";
import { personOfPage } from "#lib/server/page-session.ts";
import { services } from "#lib/server/services.ts";

export default async function NewChatPage() {
  if ((await personOfPage()) === null) return null;
  const freshId = crypto.randomUUID();
  const { models, policies } = services();
  return <NewChat key={freshId} freshId={freshId} models={models.choices} stopped={policies.stopsAll()} />;
}
