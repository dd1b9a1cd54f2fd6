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
import { useSay } from "#components/browser/speech.tsx";
import { peopleWords } from "#components/settings/people/words.en.ts";

export type PasskeysHere = { arePossible: boolean; list: OwnPasskey[] };

export function Passkeys({ passkeys: { arePossible, list } }: { passkeys: PasskeysHere }) {
  const say = useSay(peopleWords);
  const [adding, setAdding] = useState(false);
  return (
    <section aria-labelledby="passkeys" className="flex flex-col gap-4">
      <SectionHead
        id="passkeys"
        title={say("passkeys")}
        action={arePossible ? <Button onClick={() => setAdding(true)}>{say("addAPasskey")}</Button> : null}
      >
        {arePossible ? say("withAPasskeyYourPassword") : say("passkeysNeedAnAddressWith")}
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
  const say = useSay(peopleWords);
  const remove = (
    <EndButton path={`/api/session/passkeys/${encodeURIComponent(id)}`} label={say("removeThePasskeyName", { name })}>
      {say("remove")}
    </EndButton>
  );
  return (
    <ListRow end={remove}>
      <p className="break-words">
        <VisibleText text={name} />
      </p>
      <p className="text-small text-muted">
        {lastUsedAt === null
          ? say.rich("added", { addedAt: <ClockTime at={addedAt} /> })
          : say.rich("addedAndShown", {
              addedAt: <ClockTime at={addedAt} />,
              lastUsedAt: <ClockTime at={lastUsedAt} />,
            })}
      </p>
      {isCopied ? <p className="text-small text-red">{say("somebodyHasACopyOf")}</p> : null}
    </ListRow>
  );
}

function AddPasskey({ onClose }: { onClose: () => void }) {
  const say = useSay(peopleWords);
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
    <FormDialog
      title={say("addAPasskey")}
      submit={say("makeIt")}
      off={sending}
      problem={problem}
      onSubmit={add}
      onClose={onClose}
    >
      <TextField
        label={say("name")}
        hint={say("soThatYouKnowIt")}
        name="name"
        autoComplete="off"
        required
        maxLength={100}
      />
    </FormDialog>
  );
}
