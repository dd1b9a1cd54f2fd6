"use client";

import { useState, type FormEvent } from "react";
import { Button } from "#components/ui/button.tsx";
import { formText } from "#components/ui/form-text.ts";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import { EmailField } from "./email-field.tsx";
import { Entrance } from "./entrance.tsx";
import { PasskeyStep, type PasskeyAsked } from "./passkey-step.tsx";
import { ProviderButton } from "./provider-button.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { signInWords } from "#components/sign-in/words.en.ts";

/** Why the organisation's sign-in failed; any other reason is said in general words. */
const refusals = {
  disabled: "disabled",
  "email-not-verified": "emailNotVerified",
  "domain-not-allowed": "domainNotAllowed",
  "not-invited": "notInvited",
  "account-exists": "accountExists",
  "connected-otherwise": "connectedOtherwise",
} as const;

function isKnown(refused: string): refused is keyof typeof refusals {
  return Object.hasOwn(refusals, refused);
}

export function PasswordForm({ provider, refused }: { provider: string | null; refused: string | null }) {
  const say = useSay(signInWords);
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
  const said = problem ?? (refused === null ? null : say(isKnown(refused) ? refusals[refused] : "signInDidNotWork"));
  return (
    <Entrance title={say("signIn")}>
      <form onSubmit={(event) => void signIn(event)} className="flex flex-col gap-4">
        <EmailField />
        <TextField
          label={say("password")}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          maxLength={128}
        />
        <ProblemLine large problem={said} />
        <Button type="submit" look="primary" disabled={sending}>
          {say("signIn")}
        </Button>
      </form>
      {provider === null ? null : <ProviderButton name={provider} />}
      <p className="text-small text-muted">{say("forgotYourPasswordAskThe")}</p>
    </Entrance>
  );
}
