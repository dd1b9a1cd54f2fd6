/** Where the app is one person's. */
import { PageTitle } from "#components/inbox/inbox-count.tsx";
export function NoTeam() {
  return (
    <section aria-labelledby="people" className="flex max-w-[38rem] flex-col gap-1">
      <PageTitle title="People" />
      <h2 id="people" className="font-serif text-title">
        People
      </h2>
      <p className="text-muted">
        This app is yours alone. To share it with a team, start it with{" "}
        <code className="font-mono text-small text-ink">AUTH=team</code> and open the link it prints: your chats stay
        yours, and you can invite others.
      </p>
    </section>
  );
}
