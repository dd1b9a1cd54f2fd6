"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { mayManage } from "#lib/people/may.ts";
import type { Role } from "#lib/people/role.ts";
import { roleWords } from "#components/sign-in/role-words.ts";
import { FormDialog } from "#components/ui/dialog-end.tsx";
import { formText } from "#components/ui/form-text.ts";
import { ShownOnce } from "#components/ui/shown-once.tsx";
import { SelectField, TextField } from "#components/ui/text-field.tsx";
import { useSending } from "#components/ui/use-sending.ts";

const offered: readonly Role[] = ["member", "reviewer", "admin"];

/** Asks whom to invite as what, then shows the link to hand over, this one time. */
export function Invite({ by, onClose }: { by: Role; onClose: () => void }) {
  const router = useRouter();
  const { sending, problem, send } = useSending();
  const [role, setRole] = useState<Role>("member");
  const [made, setMade] = useState<{ link: string; email: string } | null>(null);
  const invite = async (form: HTMLFormElement) => {
    const email = formText(form, "email");
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
    <FormDialog
      title="Invite somebody"
      submit="Make a link"
      off={sending}
      problem={problem}
      onSubmit={invite}
      onClose={onClose}
    >
      <TextField label="E-mail address" name="email" type="email" autoComplete="off" required maxLength={300} />
      <SelectField
        label="Role"
        hint={`${roleWords[role].label}: ${roleWords[role].hint}`}
        value={role}
        onChange={({ target }) => setRole(offered.find((one) => one === target.value) ?? "member")}
        options={offered.filter((one) => mayManage(by, one)).map((one) => [one, roleWords[one].label])}
      />
    </FormDialog>
  );
}
