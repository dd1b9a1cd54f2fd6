"use client";

import { useState, type FormEvent } from "react";
import { Button } from "#components/ui/button.tsx";
import { formText } from "#components/ui/form-text.ts";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import { Entrance } from "./entrance.tsx";
import { PasskeyStep, type PasskeyAsked } from "./passkey-step.tsx";
import { ProviderButton } from "./provider-button.tsx";

/** Why the organisation's sign-in failed; any other reason is said in general words. */
const refusals: Record<string, string> = {
  disabled: "Your account here is disabled. Ask an admin.",
  "email-not-verified": "Your organisation has not verified your e-mail address, so it cannot be used here.",
  "domain-not-allowed": "Your e-mail address is not of a domain that may come in here.",
  "not-invited": "Nobody has invited your e-mail address yet. Ask an admin for an invitation.",
  "account-exists":
    "Your e-mail address has a password here. Sign in with that; then connect your organisation under Settings, People.",
  "connected-otherwise": "Another account of your organisation is connected with your e-mail address here.",
};
const otherwise = "The sign-in did not work. Try it again.";

export function PasswordForm({ provider, refused }: { provider: string | null; refused: string | null }) {
  const { sending, problem, send } = useSending();
  const [asked, setAsked] = useState<PasskeyAsked | null>(null);
  const signIn = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = { email: formText(form, "email"), password: formText(form, "password") };
    const response = await send("POST", "/api/session/password", given);
    if (response === null) return;
    // Our own server answers 200 with exactly this.
    const { passkey } = (await response.json()) as { passkey?: PasskeyAsked };
    if (passkey === undefined) window.location.reload();
    else setAsked(passkey);
  };
  if (asked !== null) return <PasskeyStep asked={asked} onBack={() => setAsked(null)} />;
  const said = problem ?? (refused === null ? null : (refusals[refused] ?? otherwise));
  return (
    <Entrance title="Sign in">
      <form onSubmit={(event) => void signIn(event)} className="flex flex-col gap-4">
        <TextField label="E-mail address" name="email" type="email" autoComplete="username" required maxLength={300} />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          maxLength={128}
        />
        <ProblemLine large problem={said} />
        <Button type="submit" look="primary" disabled={sending}>
          Sign in
        </Button>
      </form>
      {provider === null ? null : <ProviderButton name={provider} />}
      <p className="text-small text-muted">
        Forgot your password? Ask the owner, or an admin, for a link to choose a new one.
      </p>
    </Entrance>
  );
}
