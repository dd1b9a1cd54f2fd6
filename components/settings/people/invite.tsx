"use client";

import { useRouter } from "next/navigation";
import { useId, useState, type FormEvent } from "react";
import { mayManage } from "#lib/people/may.ts";
import type { Role } from "#lib/people/role.ts";
import { inputLook } from "#components/ui/field-shell.tsx";
import { roleWords } from "#components/sign-in/role-words.ts";
import { Button } from "#components/ui/button.tsx";
import { DialogEnd } from "#components/ui/dialog-end.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { formText } from "#components/ui/form-text.ts";
import { ShownOnce } from "#components/ui/shown-once.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { useSending } from "#components/ui/use-sending.ts";

const offered: readonly Role[] = ["member", "reviewer", "admin"];

/** Asks whom to invite as what, then shows the link to hand over, this one time. */
export function Invite({ by, onClose }: { by: Role; onClose: () => void }) {
  const router = useRouter();
  const id = useId();
  const { sending, problem, send } = useSending();
  const [role, setRole] = useState<Role>("member");
  const [made, setMade] = useState<{ link: string; email: string } | null>(null);
  const invite = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = formText(event.currentTarget, "email");
    const response = await send("POST", "/api/people/invitations", { email, role });
    if (response === null) return;
    // Our own server answers 201 with exactly this.
    const { link } = (await response.json()) as { link: string };
    setMade({ link, email });
    router.refresh();
  };
  if (made !== null) {
    // The app sends no mail: the person who invites hands the link over.
    const text = (
      <>
        Send this link to <span className="break-words">{made.email}</span> yourself. It works once, for a week, and is
        shown this one time.
      </>
    );
    return (
      <ShownOnce
        title="The invitation is ready"
        text={text}
        label="Invitation link"
        secret={made.link}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog title="Invite somebody" onClose={onClose}>
      <form onSubmit={(event) => void invite(event)} className="mt-4 flex flex-col gap-5">
        <TextField label="E-mail address" name="email" type="email" autoComplete="off" required maxLength={300} />
        <div className="flex flex-col gap-1.5">
          <label htmlFor={id} className="font-medium">
            Role
          </label>
          <select
            id={id}
            value={role}
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => setRole(offered.find((one) => one === target.value) ?? "member")}
            className={inputLook}
          >
            {offered
              .filter((one) => mayManage(by, one))
              .map((one) => (
                <option key={one} value={one}>
                  {roleWords[one].label}
                </option>
              ))}
          </select>
          <p id={`${id}-hint`} className="text-small text-muted">
            {roleWords[role].label}: {roleWords[role].hint}
          </p>
        </div>
        <DialogEnd problem={problem} onClose={onClose}>
          <Button type="submit" look="primary" disabled={sending}>
            Make a link
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
