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
import { useSay } from "#components/browser/speech.tsx";
import { peopleWords } from "#components/settings/people/words.en.ts";

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
  const say = useSay(peopleWords);
  const [inviting, setInviting] = useState(false);
  return (
    <>
      <PageTitle title={say("people")} />
      <AccountSection self={self} ways={ways} showsNewChats={showsNewChats} />
      <Passkeys passkeys={passkeys} />
      <Browsers browsers={browsers} />
      {roster === null ? null : (
        <section aria-labelledby="people" className="flex flex-col gap-6">
          <SectionHead
            id="people"
            title={say("people")}
            action={
              <Button look="primary" onClick={() => setInviting(true)}>
                {say("inviteSomebody")}
              </Button>
            }
          >
            {say("aNewRoleCounts")} {self.role === "owner" ? say("noSecondPerson") : say("ownerAloneManages")}
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
