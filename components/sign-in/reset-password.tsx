"use client";

import type { FormEvent } from "react";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { Button } from "#components/ui/button.tsx";
import { formText } from "#components/ui/form-text.ts";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import { EmailField } from "./email-field.tsx";
import { Entrance } from "./entrance.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { useLookedUp } from "./use-looked-up.ts";
import { useSay } from "#components/browser/speech.tsx";
import { signInWords } from "#components/sign-in/words.en.ts";

type Whose = { name: string; email: string };

/** Chooses a new password, by the link that an admin or the console made. */
export function ResetPassword({ secret }: { secret: string }) {
  const say = useSay(signInWords);
  const looked = useLookedUp<Whose>("/api/session/reset/look", secret);
  if (looked === null) return <Entrance title={say("lookingAtYourLink")} />;
  if ("problem" in looked) return <Entrance title={say("thisLinkDoesNotWork")} lead={looked.problem} />;
  return <Choose secret={secret} whose={looked.found} />;
}

function Choose({ secret, whose: { name, email } }: { secret: string; whose: Whose }) {
  const say = useSay(signInWords);
  const { sending, problem, send } = useSending();
  const choose = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = { key: secret, password: formText(event.currentTarget, "password") };
    if ((await send("POST", "/api/session/reset", given)) !== null) window.location.assign("/");
  };
  const lead = <>{say.rich("forNameItSignsYou", { name: <VisibleText text={name} /> })}</>;
  return (
    <Entrance title={say("chooseANewPassword")} lead={lead}>
      <form onSubmit={(event) => void choose(event)} className="flex flex-col gap-4">
        <EmailField known={email} />
        <NewPasswordField label={say("newPassword")} />
        <ProblemLine large problem={problem} />
        <Button type="submit" look="primary" disabled={sending}>
          {say("setThePassword")}
        </Button>
      </form>
    </Entrance>
  );
}
