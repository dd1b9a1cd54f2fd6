import { notFound, redirect } from "next/navigation";
import { ChatScreen } from "#components/chat/chat-screen.tsx";
import { Thread } from "#components/chat/thread.tsx";
import { pageFor } from "../../page-session.ts";
import { startOfChat } from "../../start-of-chat.ts";
import { services } from "#lib/server/api/services.ts";
import { chatId } from "../../api/limits.ts";

export default pageFor(async function ChatPage(person, { params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { chats, clients, models } = services();
  const chat = chatId.safeParse(id).success ? await chats.detail(person.id, id) : null;
  // The session of a client has a page of its own.
  if (chat === null && (await clients.session(person.id, id)) !== null) redirect(`/clients/${id}`);
  if (chat === null) notFound();
  return (
    <ChatScreen
      key={id}
      chatId={id}
      initial={chat}
      models={models.choicesFor(person.id)}
      start={await startOfChat(person.id)}
      thread={<Thread />}
    />
  );
});
