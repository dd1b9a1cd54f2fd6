"use client";

import type { FormEvent } from "react";
import { Button } from "#components/ui/button.tsx";
import { formText } from "#components/ui/form-text.ts";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import { EmailField } from "./email-field.tsx";
import { Entrance } from "./entrance.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { signInWords } from "#components/sign-in/words.en.ts";

/** Makes the owner's account, by the one-time link of the console; or gives it a new password. */
export function SetUp({ secret, again }: { secret: string; again: boolean }) {
  const say = useSay(signInWords);
  const { sending, problem, send } = useSending();
  const setUp = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const [name, email, password] = ["name", "email", "password"].map((field) => formText(form, field));
    const response = await send("POST", "/api/session/set-up", { key: secret, name, email, password });
    if (response !== null) window.location.reload();
  };
  const lead = again ? say("thisLinkReplacesTheOwners") : say("thisAccountIsTheOwners");
  return (
    <Entrance title={again ? say("setTheOwnersAccountUp") : say("setUpCountersign")} lead={lead}>
      <form onSubmit={(event) => void setUp(event)} className="flex flex-col gap-4">
        <TextField label={say("yourName")} name="name" autoComplete="name" required maxLength={100} />
        <EmailField />
        <NewPasswordField />
        <ProblemLine large problem={problem} />
        <Button type="submit" look="primary" disabled={sending}>
          {again ? say("setUpAnew") : say("createTheOwnersAccount")}
        </Button>
      </form>
    </Entrance>
  );
}
