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
import { useSay } from "#components/browser/speech.tsx";
import { peopleWords } from "#components/settings/people/words.en.ts";
import { signInWords } from "#components/sign-in/words.en.ts";

const offered: readonly Role[] = ["member", "reviewer", "admin"];

/** Asks whom to invite as what, then shows the link to hand over, this one time. */
export function Invite({ by, onClose }: { by: Role; onClose: () => void }) {
  const say = useSay(peopleWords);
  const sayOfSignIn = useSay(signInWords);
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
    const text = <>{say.rich("sendThisLinkToEmail", { email: <span className="break-words">{made.email}</span> })}</>;
    return (
      <ShownOnce
        title={say("theInvitationIsReady")}
        text={text}
        label={say("invitationLink")}
        secret={made.link}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      title={say("inviteSomebody")}
      submit={say("makeALink")}
      off={sending}
      problem={problem}
      onSubmit={invite}
      onClose={onClose}
    >
      <TextField label={say("eMailAddress")} name="email" type="email" autoComplete="off" required maxLength={300} />
      <SelectField
        label={say("role")}
        hint={say("roleHint", { label: sayOfSignIn(roleWords[role].label), hint: sayOfSignIn(roleWords[role].hint) })}
        value={role}
        onChange={({ target }) => setRole(offered.find((one) => one === target.value) ?? "member")}
        options={offered.filter((one) => mayManage(by, one)).map((one) => [one, sayOfSignIn(roleWords[one].label)])}
      />
    </FormDialog>
  );
}
