"use client";

import type { FormEvent } from "react";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { Button } from "#components/ui/button.tsx";
import { formText } from "#components/ui/form-text.ts";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import { Entrance } from "./entrance.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { useLookedUp } from "./use-looked-up.ts";

type Whose = { name: string; email: string };

/** Chooses a new password, by the link that an admin or the console made. */
export function ResetPassword({ secret }: { secret: string }) {
  const looked = useLookedUp<Whose>("/api/session/reset/look", secret);
  if (looked === null) return <Entrance title="Looking at your link" />;
  if ("problem" in looked) return <Entrance title="This link does not work" lead={looked.problem} />;
  return <Choose secret={secret} whose={looked.found} />;
}

function Choose({ secret, whose: { name, email } }: { secret: string; whose: Whose }) {
  const { sending, problem, send } = useSending();
  const choose = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = { key: secret, password: formText(event.currentTarget, "password") };
    if ((await send("POST", "/api/session/reset", given)) !== null) window.location.assign("/");
  };
  const lead = (
    <>
      For <VisibleText text={name} />. It signs you out everywhere else, ends your API keys and takes your passkeys
      away.
    </>
  );
  return (
    <Entrance title="Choose a new password" lead={lead}>
      <form onSubmit={(event) => void choose(event)} className="flex flex-col gap-4">
        <TextField label="E-mail address" name="email" type="email" autoComplete="username" value={email} readOnly />
        <NewPasswordField label="New password" />
        <ProblemLine large problem={problem} />
        <Button type="submit" look="primary" disabled={sending}>
          Set the password
        </Button>
      </form>
    </Entrance>
  );
}
