"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import type { OwnPasskey } from "#lib/people/own-session.ts";
import { ClockTime } from "#components/ui/clock-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { makePasskey, type ToMake } from "#components/sign-in/show-passkey.ts";
import { usePasskey } from "#components/sign-in/use-passkey.ts";
import { Button } from "#components/ui/button.tsx";
import { FormDialog } from "#components/ui/dialog-end.tsx";
import { EndButton } from "#components/ui/end-button.tsx";
import { formText } from "#components/ui/form-text.ts";
import { ListRow } from "#components/ui/list-row.tsx";
import { SectionHead } from "#components/ui/section-head.tsx";
import { TextField } from "#components/ui/text-field.tsx";

export type PasskeysHere = { arePossible: boolean; list: OwnPasskey[] };

export function Passkeys({ passkeys: { arePossible, list } }: { passkeys: PasskeysHere }) {
  const [adding, setAdding] = useState(false);
  return (
    <section aria-labelledby="passkeys" className="flex flex-col gap-4">
      <SectionHead
        id="passkeys"
        title="Passkeys"
        action={arePossible ? <Button onClick={() => setAdding(true)}>Add a passkey</Button> : null}
      >
        {arePossible
          ? "With a passkey your password alone lets nobody in. You show it again to approve for others, to approve what is of high risk, and to change people or rules."
          : "Passkeys need an address with a name, which this app does not have: whoever runs it can set PUBLIC_URL."}
      </SectionHead>
      {list.length === 0 ? null : (
        <ul className="flex flex-col border-t border-line">
          {list.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {adding ? <AddPasskey onClose={() => setAdding(false)} /> : null}
    </section>
  );
}

function PasskeyRow({ passkey: { id, name, addedAt, lastUsedAt, isCopied } }: { passkey: OwnPasskey }) {
  const remove = (
    <EndButton path={`/api/session/passkeys/${encodeURIComponent(id)}`} label={`Remove the passkey ${name}`}>
      Remove
    </EndButton>
  );
  return (
    <ListRow end={remove}>
      <p className="break-words">
        <VisibleText text={name} />
      </p>
      <p className="text-small text-muted">
        Added <ClockTime at={addedAt} />
        {lastUsedAt === null ? null : (
          <>
            , last shown <ClockTime at={lastUsedAt} />
          </>
        )}
      </p>
      {isCopied ? <p className="text-small text-red">Somebody has a copy of it, so it is good for nothing.</p> : null}
    </ListRow>
  );
}

function AddPasskey({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const { sending, problem, send, ask } = usePasskey();
  const add = async (form: HTMLFormElement) => {
    const name = formText(form, "name");
    const asked = await send("POST", "/api/session/passkeys/challenge", {});
    if (asked === null) return;
    // Our own server answers 200 with exactly this.
    const { options } = (await asked.json()) as { options: ToMake };
    const response = await ask(() => makePasskey(options));
    if (response === null || (await send("POST", "/api/session/passkeys", { name, response })) === null) return;
    onClose();
    router.refresh();
  };
  return (
    <FormDialog title="Add a passkey" submit="Make it" off={sending} problem={problem} onSubmit={add} onClose={onClose}>
      <TextField
        label="Name"
        hint="So that you know it again: the device that it is on, for example."
        name="name"
        autoComplete="off"
        required
        maxLength={100}
      />
    </FormDialog>
  );
}
