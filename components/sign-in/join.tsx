"use client";

import type { FormEvent } from "react";
import type { Role } from "#lib/people/role.ts";
import { Button } from "#components/ui/button.tsx";
import { formText } from "#components/ui/form-text.ts";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import { EmailField } from "./email-field.tsx";
import { Entrance } from "./entrance.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { useLookedUp } from "./use-looked-up.ts";
import { ProviderButton } from "./provider-button.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { signInWords } from "#components/sign-in/words.en.ts";

type Invitation = { email: string; role: Role };

/** Accepts an invitation: by a password, or through the organisation's sign-in with the same address. */
export function Join({ secret, provider }: { secret: string; provider: string | null }) {
  const say = useSay(signInWords);
  const looked = useLookedUp<Invitation>("/api/people/invitations/look", secret);
  if (looked === null) return <Entrance title={say("lookingAtYourInvitation")} />;
  if ("problem" in looked) return <Entrance title={say("thisInvitationDoesNotWork")} lead={looked.problem} />;
  return <Accept secret={secret} invitation={looked.found} provider={provider} />;
}

type AcceptProps = { secret: string; invitation: Invitation; provider: string | null };

function Accept({ secret, invitation: { email, role }, provider }: AcceptProps) {
  const say = useSay(signInWords);
  const { sending, problem, send } = useSending();
  const join = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = { key: secret, name: formText(form, "name"), password: formText(form, "password") };
    if ((await send("POST", "/api/people/join", given)) !== null) window.location.reload();
  };
  const lead = say("youAreInvited", { role });
  return (
    <Entrance title={say("joinTheTeam")} lead={lead}>
      <form onSubmit={(event) => void join(event)} className="flex flex-col gap-4">
        <EmailField known={email} />
        <TextField label={say("yourName")} name="name" autoComplete="name" required maxLength={100} />
        <NewPasswordField />
        <ProblemLine large problem={problem} />
        <Button type="submit" look="primary" disabled={sending}>
          {say("join")}
        </Button>
      </form>
      {provider === null ? null : <ProviderButton name={provider} />}
    </Entrance>
  );
}
