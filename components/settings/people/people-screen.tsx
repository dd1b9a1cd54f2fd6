"use client";

import { useState } from "react";
import type { Roster } from "#lib/people/roster.ts";
import { PageTitle } from "#components/inbox/inbox-count.tsx";
import { Button } from "#components/ui/button.tsx";
import { SectionHead } from "#components/ui/section-head.tsx";
import { AccountSection } from "./account-section.tsx";
import type { OwnSession } from "#lib/people/own-session.ts";
import { Browsers } from "./browsers.tsx";
import { InvitationRow } from "./invitation-row.tsx";
import { Invite } from "./invite.tsx";
import { Passkeys, type PasskeysHere } from "./passkeys.tsx";
import { PersonRow } from "./person-row.tsx";
import type { Self, Ways } from "./self.ts";

type Props = {
  self: Self;
  ways: Ways;
  passkeys: PasskeysHere;
  browsers: OwnSession[];
  roster: Roster | null;
  showsNewChats: boolean;
};

/** The person's own account, and everybody else for those who manage people. */
export function PeopleScreen({ self, ways, passkeys, browsers, roster, showsNewChats }: Props) {
  const [inviting, setInviting] = useState(false);
  return (
    <>
      <PageTitle title="People" />
      <AccountSection self={self} ways={ways} showsNewChats={showsNewChats} />
      <Passkeys passkeys={passkeys} />
      <Browsers browsers={browsers} />
      {roster === null ? null : (
        <section aria-labelledby="people" className="flex flex-col gap-6">
          <SectionHead
            id="people"
            title="People"
            action={
              <Button look="primary" onClick={() => setInviting(true)}>
                Invite somebody
              </Button>
            }
          >
            A new role counts from the person’s next click. Disabled people are signed out immediately; their chats
            stay.
            {self.role === "owner"
              ? " For 30 days, whoever you invite, give a role, reset or let back in is no second person for calls of yours."
              : " Reviewers and admins are invited, changed and reset by the owner alone."}
          </SectionHead>
          <ul className="flex flex-col border-t border-line">
            {roster.people.map((person) => (
              <PersonRow key={person.id} person={person} self={self} />
            ))}
            {roster.invitations.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} />
            ))}
          </ul>
          {inviting ? <Invite by={self.role} onClose={() => setInviting(false)} /> : null}
        </section>
      )}
    </>
  );
}
