"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormDialog } from "#components/ui/dialog-end.tsx";
import { formText } from "#components/ui/form-text.ts";
import { ShownOnce } from "#components/ui/shown-once.tsx";
import { SwitchField } from "#components/ui/switch-field.tsx";
import { SelectField, TextField } from "#components/ui/text-field.tsx";
import { useSending } from "#components/ui/use-sending.ts";

type Props = { askKeys: { id: string; name: string }[]; maySendArguments: boolean; onClose: () => void };

/** Asks where messages go, then shows the secret that signs them, this one time. */
export function NewWebhook({ askKeys, maySendArguments, onClose }: Props) {
  const router = useRouter();
  const [kind, setKind] = useState<"signed" | "slack">("signed");
  const [withArguments, setWithArguments] = useState(false);
  const [keyId, setKeyId] = useState("");
  const [secret, setSecret] = useState<string | null>(null);
  const { sending, problem, send } = useSending();

  const isOfKey = kind === "signed" && keyId !== "";
  const isOfAll = kind === "signed" && keyId === "";
  const add = async (form: HTMLFormElement) => {
    const body = {
      kind,
      url: formText(form, "url"),
      withArguments: isOfAll && withArguments,
      keyId: isOfKey ? keyId : null,
    };
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
      {kind === "slack" || askKeys.length === 0 ? null : (
        <SelectField
          label="Hears of"
          value={keyId}
          onChange={({ target }) => setKeyId(target.value)}
          options={[
            ["", "Every approval of this instance"],
            ...askKeys.map(({ id, name }): [string, string] => [id, `Answers to the agent with the key “${name}”`]),
          ]}
        />
      )}
      <TextField
        label="Address"
        name="url"
        type="url"
        required
        maxLength={2_000}
        autoComplete="off"
        placeholder="https://"
      />
      {isOfAll && maySendArguments ? (
        <SwitchField
          label="Send arguments"
          hint="The complete arguments of every call leave this instance with its message."
          checked={withArguments}
          onChange={setWithArguments}
        />
      ) : null}
    </FormDialog>
  );
}
