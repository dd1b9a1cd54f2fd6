"use client";

import { useState } from "react";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { Button } from "#components/ui/button.tsx";
import { SectionHead } from "#components/ui/section-head.tsx";
import { ChangePassword } from "./change-password.tsx";
import { NewChats } from "./new-chats.tsx";
import { ConnectedAccount } from "./connected-account.tsx";
import type { Self, Ways } from "./self.ts";
import { SignOut } from "./sign-out.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { peopleWords } from "#components/settings/people/words.en.ts";

type Props = { self: Self; ways: Ways; showsNewChats: boolean };

export function AccountSection({ self: { name, role }, ways, showsNewChats }: Props) {
  const say = useSay(peopleWords);
  const [changing, setChanging] = useState(false);
  return (
    <section aria-labelledby="account" className="flex flex-col gap-4">
      <SectionHead id="account" title={say("yourAccount")}>
        {say.rich("youAre", { name: <VisibleText text={name} />, role })}
      </SectionHead>
      <SignOut />
      {ways.password ? (
        <p>
          <Button onClick={() => setChanging(true)}>{say("changePassword")}</Button>
        </p>
      ) : null}
      {ways.providerName === null ? null : <ConnectedAccount ways={ways} providerName={ways.providerName} />}
      <NewChats shown={showsNewChats} />
      {changing ? <ChangePassword onClose={() => setChanging(false)} /> : null}
    </section>
  );
}
