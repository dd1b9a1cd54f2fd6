import { AnsweredScreen } from "#components/inbox/answered-screen.tsx";
import { InboxScreen } from "#components/inbox/inbox-screen.tsx";
import { pageFor } from "../page-session.ts";
import { services } from "#lib/server/api/services.ts";
import { inboxQuery } from "../api/inbox/inbox-query.ts";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default pageFor(async function InboxPage(person, { searchParams }: Props) {
  const { inboxPages } = services();
  const { view, card, ...said } = await searchParams;
  const none = { entries: [], next: null };
  if (view === "answered") return <AnsweredScreen initial={(await inboxPages.answered(person.id, null)) ?? none} />;
  const texts = Object.entries(said).filter((pair): pair is [string, string] => typeof pair[1] === "string");
  // An invalid query shows everything.
  const filter = inboxQuery(new URLSearchParams(texts))?.filter ?? {};
  const page = (await inboxPages.waiting(person.id, filter, null)) ?? none;
  if (typeof card !== "string") return <InboxScreen initial={page} filter={filter} card={null} />;
  const { entries: led } = await inboxPages.entries(person.id, [card]);
  const entries = [...led, ...page.entries.filter(({ id }) => id !== card)];
  return <InboxScreen key={card} initial={{ ...page, entries }} filter={filter} card={card} />;
});
