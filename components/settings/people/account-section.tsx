"use client";

import { useState } from "react";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { roleWords } from "#components/sign-in/role-words.ts";
import { Button } from "#components/ui/button.tsx";
import { SectionHead } from "#components/ui/section-head.tsx";
import { ChangePassword } from "./change-password.tsx";
import { NewChats } from "./new-chats.tsx";
import { ConnectedAccount } from "./connected-account.tsx";
import type { Self, Ways } from "./self.ts";
import { SignOut } from "./sign-out.tsx";

type Props = { self: Self; ways: Ways; showsNewChats: boolean };

export function AccountSection({ self: { name, role }, ways, showsNewChats }: Props) {
  const [changing, setChanging] = useState(false);
  return (
    <section aria-labelledby="account" className="flex flex-col gap-4">
      <SectionHead id="account" title="Your account">
        You are <VisibleText text={name} />, {roleWords[role].a}: {roleWords[role].hint}
      </SectionHead>
      <SignOut />
      {ways.password ? (
        <p>
          <Button onClick={() => setChanging(true)}>Change password</Button>
        </p>
      ) : null}
      {ways.providerName === null ? null : <ConnectedAccount ways={ways} providerName={ways.providerName} />}
      <NewChats shown={showsNewChats} />
      {changing ? <ChangePassword onClose={() => setChanging(false)} /> : null}
    </section>
  );
}
