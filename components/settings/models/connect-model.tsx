"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormDialog } from "#components/ui/dialog-end.tsx";
import { formText } from "#components/ui/form-text.ts";
import { SwitchField } from "#components/ui/switch-field.tsx";
import { SelectField, TextField } from "#components/ui/text-field.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import { providerChoices, type ProviderChoice } from "./provider-choices.ts";
import { useSay } from "#components/browser/speech.tsx";
import { modelWords } from "#components/settings/models/words.en.ts";

type Props = {
  /** Whether this person connects models for everybody, and servers by their address. */
  mayManage: boolean;
  /** The address of a server that was found; null to choose a provider. */
  found: string | null;
  onClose: () => void;
};

/** Asks for a key, or an address. The provider lists its models before anything is kept. */
export function ConnectModel({ mayManage, found, onClose }: Props) {
  const say = useSay(modelWords);
  const router = useRouter();
  const choices = mayManage ? providerChoices : providerChoices.filter(({ address }) => address === null);
  const first = choices[found === null ? 0 : choices.length - 1] as ProviderChoice;
  const [chosen, setChosen] = useState(first);
  const [isPersonal, setPersonal] = useState(!mayManage);
  const { sending, problem, send } = useSending();

  const connect = async (form: HTMLFormElement) => {
    const body = {
      provider: chosen.provider,
      address: chosen.asksAddress ? formText(form, "address") : chosen.address,
      apiKey: formText(form, "apiKey").trim() || null,
      isPersonal,
    };
    if ((await send("POST", "/api/models", body)) === null) return;
    router.refresh();
    onClose();
  };

  return (
    <FormDialog
      title={say("connectAModel")}
      submit={sending ? say("connecting") : say("connect")}
      off={sending}
      problem={problem}
      onSubmit={connect}
      onClose={onClose}
    >
      <SelectField
        label={say("provider")}
        value={chosen.name}
        onChange={({ target }) => setChosen(choices.find(({ name }) => name === target.value) ?? first)}
        options={choices.map(({ name }) => [name, name] as const)}
      />
      {chosen.asksAddress ? (
        <TextField
          key={chosen.name}
          label={say("address")}
          hint={say("aServerWithOpenaisApi")}
          name="address"
          type="url"
          required
          maxLength={2_000}
          autoComplete="off"
          defaultValue={found ?? chosen.address ?? ""}
        />
      ) : null}
      <TextField
        label={chosen.needsKey ? say("apiKey") : say("apiKeyIfTheServer")}
        name="apiKey"
        type="password"
        required={chosen.needsKey}
        maxLength={1_000}
        autoComplete="off"
      />
      {chosen.keysAt === null ? null : (
        <p className="text-small text-muted">
          {say.rich("youMakeAKeyAt", {
            replace: (
              <a href={chosen.keysAt} target="_blank" rel="noreferrer" className="underline underline-offset-4">
                {chosen.keysAt.replace("https://", "")}
              </a>
            ),
          })}
        </p>
      )}
      {mayManage ? (
        <SwitchField
          label={say("onlyForMe")}
          hint={say("nobodyElseSeesTheseModels")}
          checked={isPersonal}
          onChange={setPersonal}
        />
      ) : (
        <p className="text-small text-muted">{say("onlyYouSeeTheseModels")}</p>
      )}
    </FormDialog>
  );
}
