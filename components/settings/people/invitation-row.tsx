import type { OpenInvitation } from "#lib/people/roster.ts";
import { ClockTime } from "#components/ui/clock-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { roleWords } from "#components/sign-in/role-words.ts";
import { EndButton } from "#components/ui/end-button.tsx";
import { ListRow } from "#components/ui/list-row.tsx";

/** An invitation that nobody has accepted yet. */
export function InvitationRow({ invitation: { id, email, role, expiresAt } }: { invitation: OpenInvitation }) {
  const withdraw = (
    <EndButton
      path={`/api/people/invitations/${encodeURIComponent(id)}`}
      label={`Take back the invitation of ${email}`}
    >
      Take back
    </EndButton>
  );
  return (
    <ListRow end={withdraw}>
      <p className="break-words">
        <VisibleText text={email} />
      </p>
      <p className="text-small text-muted">
        Invited as {roleWords[role].a}; the link works until <ClockTime at={expiresAt} />
      </p>
    </ListRow>
  );
}
