import { notFound } from "next/navigation";
import { SessionScreen } from "#components/clients/session-screen.tsx";
import { pageFor } from "../../page-session.ts";
import { services } from "#lib/server/api/services.ts";
import { chatId } from "../../api/limits.ts";

export default pageFor(async function ClientSessionPage(person, { params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const session = chatId.safeParse(id).success ? await services().clients.session(person.id, id) : null;
  if (session === null) notFound();
  return <SessionScreen key={id} initial={session} />;
});
