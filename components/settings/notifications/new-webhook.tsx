"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormDialog } from "#components/ui/dialog-end.tsx";
import { formText } from "#components/ui/form-text.ts";
import { ShownOnce } from "#components/ui/shown-once.tsx";
import { SwitchField } from "#components/ui/switch-field.tsx";
import { SelectField, TextField } from "#components/ui/text-field.tsx";
import { useSending } from "#components/ui/use-sending.ts";

/** Asks where messages go, then shows the secret that signs them, this one time. */
export function NewWebhook({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const [kind, setKind] = useState<"signed" | "slack">("signed");
  const [withArguments, setWithArguments] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const { sending, problem, send } = useSending();

  const add = async (form: HTMLFormElement) => {
    const body = { kind, url: formText(form, "url"), withArguments: kind === "signed" && withArguments };
    const response = await send("POST", "/api/notifications/webhooks", body);
    if (response === null) return;
    router.refresh();
    // Our own server answers 201 with exactly this.
    const added = (await response.json()) as { secret: string | null };
    if (added.secret === null) onClose();
    else setSecret(added.secret);
  };

  if (secret !== null) {
    const text = "Its receiver needs this to check that a message is from here. It is shown this one time.";
    return (
      <ShownOnce title="The secret of this webhook" text={text} label="Secret" secret={secret} onClose={onClose} />
    );
  }
  return (
    <FormDialog title="New webhook" submit="Add" off={sending} problem={problem} onSubmit={add} onClose={onClose}>
      <SelectField
        label="For"
        value={kind}
        onChange={({ target }) => setKind(target.value === "slack" ? "slack" : "signed")}
        options={[
          ["signed", "A program: signed JSON"],
          ["slack", "Slack, or what takes its incoming webhooks"],
        ]}
      />
      <TextField
        label="Address"
        name="url"
        type="url"
        required
        maxLength={2_000}
        autoComplete="off"
        placeholder="https://"
      />
      {kind === "slack" ? null : (
        <SwitchField
          label="Send arguments"
          hint="The complete arguments of every call leave this instance with its message."
          checked={withArguments}
          onChange={setWithArguments}
        />
      )}
    </FormDialog>
  );
}
