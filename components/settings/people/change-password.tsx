"use client";

import { useState } from "react";
import { NewPasswordField } from "#components/sign-in/new-password-field.tsx";
import { Button } from "#components/ui/button.tsx";
import { FormDialog } from "#components/ui/dialog-end.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { formText } from "#components/ui/form-text.ts";
import { TextField } from "#components/ui/text-field.tsx";
import { renewPush } from "#components/settings/notifications/push-here.ts";
import { useSending } from "#components/ui/use-sending.ts";
import { useSay } from "#components/browser/speech.tsx";
import { peopleWords } from "#components/settings/people/words.en.ts";

export function ChangePassword({ onClose }: { onClose: () => void }) {
  const say = useSay(peopleWords);
  const { sending, problem, send } = useSending();
  const [changed, setChanged] = useState(false);
  const change = async (form: HTMLFormElement) => {
    const given = { current: formText(form, "current"), next: formText(form, "password") };
    if ((await send("PUT", "/api/session/password", given)) === null) return;
    setChanged(true);
    await renewPush().catch((error: unknown) => console.error("This browser is off the list of devices.", error));
  };
  if (changed) {
    return (
      <Dialog title={say("yourPasswordIsChanged")} onClose={onClose}>
        <p className="mt-2 text-muted">{say("allYourOtherBrowsersAre")}</p>
        <div className="mt-5 flex justify-end">
          <Button look="primary" onClick={onClose}>
            {say("done")}
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={say("changeYourPassword")}
      submit={say("changeIt")}
      off={sending}
      problem={problem}
      onSubmit={change}
      onClose={onClose}
    >
      <TextField
        label={say("presentPassword")}
        name="current"
        type="password"
        autoComplete="current-password"
        required
        maxLength={128}
      />
      <NewPasswordField label={say("newPassword")} />
    </FormDialog>
  );
}
