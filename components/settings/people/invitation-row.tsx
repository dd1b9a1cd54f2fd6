import type { OpenInvitation } from "#lib/people/roster.ts";
import { ClockTime } from "#components/ui/clock-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { EndButton } from "#components/ui/end-button.tsx";
import { ListRow } from "#components/ui/list-row.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { peopleWords } from "#components/settings/people/words.en.ts";

/** An invitation that nobody has accepted yet. */
export function InvitationRow({ invitation: { id, email, role, expiresAt } }: { invitation: OpenInvitation }) {
  const say = useSay(peopleWords);
  const withdraw = (
    <EndButton
      path={`/api/people/invitations/${encodeURIComponent(id)}`}
      label={say("takeBackTheInvitationOf", { email })}
    >
      {say("takeBack")}
    </EndButton>
  );
  return (
    <ListRow end={withdraw}>
      <p className="break-words">
        <VisibleText text={email} />
      </p>
      <p className="text-small text-muted">
        {say.rich("invitedUntil", { role, expiresAt: <ClockTime at={expiresAt} /> })}
      </p>
    </ListRow>
  );
}
