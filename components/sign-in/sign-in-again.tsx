"use client";

import { useEffect, useState, type FormEvent } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { formText } from "#components/ui/form-text.ts";
import { TextField } from "#components/ui/text-field.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import { Problem } from "./entrance.tsx";
import { provesBy } from "./prove-again.ts";
import { ProviderButton } from "./provider-button.tsx";

type Waiting = { resolve: (proved: boolean) => void };

/**
 * Asks for the password where an action needs a fresh sign-in, and lets the action go on. Draws nothing before that.
 */
export function SignInAgain({ provider }: { provider: string | null }) {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  useEffect(() => provesBy(() => new Promise((resolve) => setWaiting({ resolve }))), []);
  if (waiting === null) return null;
  const settle = (proved: boolean) => {
    setWaiting(null);
    waiting.resolve(proved);
  };
  return <Confirm provider={provider} onSettled={settle} />;
}

function Confirm({ provider, onSettled }: { provider: string | null; onSettled: (proved: boolean) => void }) {
  const { sending, problem, send } = useSending();
  const confirm = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = formText(event.currentTarget, "password");
    if ((await send("POST", "/api/session/confirm", { password })) !== null) onSettled(true);
  };
  return (
    <Dialog title="Confirm that it is you" onClose={() => onSettled(false)}>
      <form onSubmit={(event) => void confirm(event)} className="mt-2 flex flex-col gap-5">
        <p className="text-muted">This needs a sign-in from the last 15 minutes.</p>
        <TextField
          label="Your password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          maxLength={128}
        />
        {problem === null ? null : <Problem>{problem}</Problem>}
        <div className="flex flex-wrap justify-end gap-2">
          {provider === null ? null : <ProviderButton name={provider} />}
          <Button look="quiet" onClick={() => onSettled(false)}>
            Cancel
          </Button>
          <Button type="submit" look="primary" disabled={sending}>
            Confirm
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
