"use client";

import { useRouter } from "next/navigation";
import { useId, useState, type FormEvent } from "react";
import { inputLook } from "#components/ui/field-shell.tsx";
import { Button } from "#components/ui/button.tsx";
import { DialogEnd } from "#components/ui/dialog-end.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { formText } from "#components/ui/form-text.ts";
import { ShownOnce } from "#components/ui/shown-once.tsx";
import { SwitchField } from "#components/ui/switch-field.tsx";
import { useSending } from "#components/ui/use-sending.ts";

/** Asks where messages go, then shows the secret that signs them, this one time. */
export function NewWebhook({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const id = useId();
  const [kind, setKind] = useState<"signed" | "slack">("signed");
  const [withArguments, setWithArguments] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const { sending, problem, send } = useSending();

  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = { kind, url: formText(event.currentTarget, "url"), withArguments: kind === "signed" && withArguments };
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
        <DialogEnd problem={problem} onClose={onClose}>
          <Button type="submit" look="primary" disabled={sending}>
            Add
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
