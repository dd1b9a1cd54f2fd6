"use client";

import { useEffect, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { DialogEnd, FormDialog } from "#components/ui/dialog-end.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { formText } from "#components/ui/form-text.ts";
import { TextField } from "#components/ui/text-field.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import { provesBy, type ProofAsked } from "#components/browser/prove-again.ts";
import { ProviderButton } from "./provider-button.tsx";
import { showPasskey, type ToShow } from "./show-passkey.ts";
import { usePasskey } from "./use-passkey.ts";
import { useSay } from "#components/browser/speech.tsx";
import { signInWords } from "#components/sign-in/words.en.ts";

type Waiting = { by: ProofAsked; resolve: (proved: boolean) => void };

/**
 * Asks for the password, or the passkey, where an action needs a fresh proof of the person. Draws nothing before that.
 */
export function SignInAgain({ provider }: { provider: string | null }) {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  useEffect(() => provesBy((by) => new Promise((resolve) => setWaiting({ by, resolve }))), []);
  if (waiting === null) return null;
  const settle = (proved: boolean) => {
    setWaiting(null);
    waiting.resolve(proved);
  };
  if (waiting.by === "passkey") return <ConfirmByPasskey onSettled={settle} />;
  return <Confirm provider={provider} onSettled={settle} />;
}

function Confirm({ provider, onSettled }: { provider: string | null; onSettled: (proved: boolean) => void }) {
  const say = useSay(signInWords);
  const { sending, problem, send } = useSending();
  const confirm = async (form: HTMLFormElement) => {
    const given = { password: formText(form, "password") };
    if ((await send("POST", "/api/session/confirm", given)) !== null) onSettled(true);
  };
  return (
    <FormDialog
      title={say("confirmThatItIsYou")}
      submit={say("confirm")}
      off={sending}
      problem={problem}
      onSubmit={confirm}
      onClose={() => onSettled(false)}
      beside={provider === null ? null : <ProviderButton name={provider} />}
    >
      <p className="text-muted">{say("toGoOnSignIn")}</p>
      <TextField
        label={say("yourPassword")}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        maxLength={128}
      />
    </FormDialog>
  );
}

function ConfirmByPasskey({ onSettled }: { onSettled: (proved: boolean) => void }) {
  const say = useSay(signInWords);
  const { sending, problem, send, ask } = usePasskey();
  const confirm = async () => {
    const asked = await send("POST", "/api/session/confirm/challenge", {});
    if (asked === null) return;
    // Our own server answers 200 with exactly this.
    const { options } = (await asked.json()) as { options: ToShow };
    const passkey = await ask(() => showPasskey(options));
    if (passkey !== null && (await send("POST", "/api/session/confirm", { passkey })) !== null) onSettled(true);
  };
  return (
    <Dialog title={say("confirmThatItIsYou")} onClose={() => onSettled(false)}>
      <div className="mt-2 flex flex-col gap-5">
        <p className="text-muted">{say("toGoOnShowYour")}</p>
        <DialogEnd problem={problem} onClose={() => onSettled(false)}>
          <Button look="primary" disabled={sending} onClick={() => void confirm()}>
            {say("showYourPasskey")}
          </Button>
        </DialogEnd>
      </div>
    </Dialog>
  );
}
