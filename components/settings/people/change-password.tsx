"use client";

import { useState, type FormEvent } from "react";
import { NewPasswordField } from "#components/sign-in/new-password-field.tsx";
import { Button } from "#components/ui/button.tsx";
import { DialogEnd } from "#components/ui/dialog-end.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { formText } from "#components/ui/form-text.ts";
import { TextField } from "#components/ui/text-field.tsx";
import { useSending } from "#components/ui/use-sending.ts";

export function ChangePassword({ onClose }: { onClose: () => void }) {
  const { sending, problem, send } = useSending();
  const [changed, setChanged] = useState(false);
  const change = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = { current: formText(form, "current"), next: formText(form, "password") };
    if ((await send("PUT", "/api/session/password", given)) !== null) setChanged(true);
  };
  if (changed) {
    return (
      <Dialog title="Your password is changed" onClose={onClose}>
        <p className="mt-2 text-muted">
          All your other browsers are signed out. Your API keys go on; end those that you do not know under API keys.
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
    <Dialog title="Change your password" onClose={onClose}>
      <form onSubmit={(event) => void change(event)} className="mt-4 flex flex-col gap-5">
        <TextField
          label="Present password"
          name="current"
          type="password"
          autoComplete="current-password"
          required
          maxLength={128}
        />
        <NewPasswordField label="New password" />
        <DialogEnd problem={problem} onClose={onClose}>
          <Button type="submit" look="primary" disabled={sending}>
            Change it
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
