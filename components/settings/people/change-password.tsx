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

export function ChangePassword({ onClose }: { onClose: () => void }) {
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
      <Dialog title="Your password is changed" onClose={onClose}>
        <p className="mt-2 text-muted">
          All your other browsers are signed out and get no more push notifications. Your API keys go on; end those that
          you do not know under API keys.
        </p>
        <div className="mt-5 flex justify-end">
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title="Change your password"
      submit="Change it"
      off={sending}
      problem={problem}
      onSubmit={change}
      onClose={onClose}
    >
      <TextField
        label="Present password"
        name="current"
        type="password"
        autoComplete="current-password"
        required
        maxLength={128}
      />
      <NewPasswordField label="New password" />
    </FormDialog>
  );
}
