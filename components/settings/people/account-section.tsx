"use client";

import { useState } from "react";
import { VisibleText } from "#components/cards/visible-text.tsx";
import { leavePush } from "#components/notify/push-here.ts";
import { roleWords } from "#components/sign-in/role-words.ts";
import { Button } from "#components/ui/button.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import { ChangePassword } from "./change-password.tsx";
import { Connection } from "./connection.tsx";
import type { Self, Ways } from "./people-screen.tsx";

type Props = { self: Self; ways: Ways };

export function AccountSection({ self: { name, role }, ways }: Props) {
  const { sending, problem, send } = useSending();
  const [changing, setChanging] = useState(false);
  const signOut = async (query: string) => {
    await leavePush().catch((error: unknown) => console.error("This browser could not leave the list.", error));
    if ((await send("DELETE", `/api/session${query}`)) !== null) window.location.assign("/");
  };
  return (
    <section aria-labelledby="account" className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <h2 id="account" className="font-serif text-title">
          Your account
        </h2>
        <p className="text-muted">
          You are <VisibleText text={name} />, {roleWords[role].a}: {roleWords[role].hint}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button disabled={sending} onClick={() => void signOut("")}>
          Sign out
        </Button>
        <Button disabled={sending} onClick={() => void signOut("?everywhere=true")}>
          Sign out everywhere
        </Button>
        {ways.password ? <Button onClick={() => setChanging(true)}>Change password</Button> : null}
      </div>
      {problem === null ? null : (
        <p role="alert" className="text-red">
          {problem}
        </p>
      )}
      {ways.providerName === null ? null : <Connection ways={ways} providerName={ways.providerName} />}
      {changing ? <ChangePassword onClose={() => setChanging(false)} /> : null}
    </section>
  );
}
