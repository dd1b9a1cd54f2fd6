"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { FormDialog } from "#components/ui/dialog-end.tsx";
import { formText } from "#components/ui/form-text.ts";
import { SwitchField } from "#components/ui/switch-field.tsx";
import { SelectField, TextField } from "#components/ui/text-field.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import type { Nearby } from "./use-nearby.ts";
import { providerChoices, type ProviderChoice } from "./provider-choices.ts";
import { useSay } from "#components/browser/speech.tsx";
import { modelWords } from "#components/settings/models/words.en.ts";

type Props = {
  /** Whether this person connects models for everybody, and servers by their address. */
  mayManage: boolean;
  /** The address of a server that was found; null to choose a provider. */
  found: string | null;
  /** Servers of this machine to choose from here. */
  nearby?: Nearby[];
  /** Takes its id, and leads on. */
  onConnected?: (id: string) => Promise<void>;
  onClose: () => void;
};

/** Asks for a key, or an address. The provider lists its models before anything is kept. */
export function ConnectModel({ mayManage, found: first, nearby = [], onConnected, onClose }: Props) {
  const say = useSay(modelWords);
  const router = useRouter();
  const [found, setFound] = useState(first);
  const choices = mayManage ? providerChoices : providerChoices.filter(({ address }) => address === null);
  const usual = choices[found === null ? 0 : choices.length - 1] as ProviderChoice;
  const [chosen, setChosen] = useState(usual);
  const [isPersonal, setPersonal] = useState(!mayManage);
  const { sending, problem, send } = useSending();

  const connect = async (form: HTMLFormElement) => {
    const body = {
      provider: chosen.provider,
      address: chosen.asksAddress ? formText(form, "address") : chosen.address,
      apiKey: formText(form, "apiKey").trim() || null,
      isPersonal,
    };
    const response = await send("POST", "/api/models", body);
    if (response === null) return;
    // Our own server answers 201 with exactly this.
    if (onConnected !== undefined) return onConnected(((await response.json()) as { id: string }).id);
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
      {nearby.length === 0 ? null : (
        <div className="flex flex-col gap-2">
          <p className="text-small font-medium">{say("foundOnThisMachine")}</p>
          <div className="flex flex-wrap gap-2">
            {nearby.map(({ name, address, models }) => (
              <Button
                key={address}
                tight
                aria-pressed={found === address}
                onClick={() => {
                  setFound(address);
                  setChosen(choices.at(-1) ?? usual);
                }}
              >
                {name} · {say("countedModels", { models })}
              </Button>
            ))}
          </div>
        </div>
      )}
      <SelectField
        label={say("provider")}
        value={chosen.name}
        onChange={({ target }) => setChosen(choices.find(({ name }) => name === target.value) ?? usual)}
        options={choices.map(({ name, asksAddress }) => [name, asksAddress ? say("anotherServer") : name] as const)}
      />
      {chosen.asksAddress ? (
        <TextField
          key={`${chosen.name} ${found}`}
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
