"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormDialog } from "#components/ui/dialog-end.tsx";
import { formText } from "#components/ui/form-text.ts";
import { ShownOnce } from "#components/ui/shown-once.tsx";
import { SwitchField } from "#components/ui/switch-field.tsx";
import { SelectField, TextField } from "#components/ui/text-field.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import { useSay } from "#components/browser/speech.tsx";
import { notificationWords } from "#components/settings/notifications/words.en.ts";

type Props = { askKeys: { id: string; name: string }[]; maySendArguments: boolean; onClose: () => void };

/** Asks where messages go, then shows the secret that signs them, this one time. */
export function NewWebhook({ askKeys, maySendArguments, onClose }: Props) {
  const say = useSay(notificationWords);
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
    const text = say("itsReceiverNeedsThisTo");
    return (
      <ShownOnce
        title={say("theSecretOfThisWebhook")}
        text={text}
        label={say("secret")}
        secret={secret}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      title={say("newWebhook")}
      submit={say("add")}
      off={sending}
      problem={problem}
      onSubmit={add}
      onClose={onClose}
    >
      <SelectField
        label={say("for")}
        value={kind}
        onChange={({ target }) => setKind(target.value === "slack" ? "slack" : "signed")}
        options={[
          ["signed", say("aProgramSignedJson")],
          ["slack", say("slackOrWhatTakesIts")],
        ]}
      />
      {kind === "slack" || askKeys.length === 0 ? null : (
        <SelectField
          label={say("hearsOf")}
          value={keyId}
          onChange={({ target }) => setKeyId(target.value)}
          options={[
            ["", say("everyApprovalOfThisInstance")],
            ...askKeys.map(({ id, name }): [string, string] => [id, say("answersToTheAgentWith", { name })]),
          ]}
        />
      )}
      <TextField
        label={say("address")}
        name="url"
        type="url"
        required
        maxLength={2_000}
        autoComplete="off"
        placeholder="https://"
      />
      {isOfAll && maySendArguments ? (
        <SwitchField
          label={say("sendArguments")}
          hint={say("theCompleteArgumentsOfEvery")}
          checked={withArguments}
          onChange={setWithArguments}
        />
      ) : null}
    </FormDialog>
  );
}
