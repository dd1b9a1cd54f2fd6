"use client";

import { useRouter } from "next/navigation";
import { useId, useState, type FormEvent } from "react";
import { inputLook } from "#components/cards/field-shell.tsx";
import { refusalOf, request } from "#components/chat/http-chat-server.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { formText } from "#components/ui/form-text.ts";
import { ShownOnce } from "#components/ui/shown-once.tsx";
import { SwitchField } from "#components/ui/switch-field.tsx";

/** Asks where messages go, then shows the secret that signs them, this one time. */
export function NewWebhook({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const id = useId();
  const [kind, setKind] = useState<"signed" | "slack">("signed");
  const [withArguments, setWithArguments] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const [sending, setSending] = useState(false);

  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = { kind, url: formText(event.currentTarget, "url"), withArguments: kind === "signed" && withArguments };
    setSending(true);
    setProblem(null);
    const response = await request("POST", "/api/notifications/webhooks", body).catch(() => null);
    setSending(false);
    if (response?.ok !== true) {
      setProblem(response === null ? "The server could not be reached." : await refusalOf(response));
      return;
    }
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
    <Dialog title="New webhook" onClose={onClose}>
      <form onSubmit={(event) => void add(event)} className="mt-4 flex flex-col gap-5">
        <div className="flex flex-col gap-1.5">
          <label htmlFor={`${id}-kind`} className="font-medium">
            For
          </label>
          <select
            id={`${id}-kind`}
            value={kind}
            onChange={({ target }) => setKind(target.value === "slack" ? "slack" : "signed")}
            className={inputLook}
          >
            <option value="signed">A program: signed JSON</option>
            <option value="slack">Slack, or what takes its incoming webhooks</option>
          </select>
        </div>
        <div className="flex flex-col gap-1.5">
          <label htmlFor={`${id}-url`} className="font-medium">
            Address
          </label>
          <input
            id={`${id}-url`}
            name="url"
            type="url"
            required
            maxLength={2_000}
            autoComplete="off"
            placeholder="https://"
            className={inputLook}
          />
        </div>
        {kind === "slack" ? null : (
          <SwitchField
            label="Send arguments"
            hint="The complete arguments of every call leave this instance with its message."
            checked={withArguments}
            onChange={setWithArguments}
          />
        )}
        {problem === null ? null : (
          <p role="alert" className="text-red">
            {problem}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" disabled={sending}>
            Add
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
