"use client";

import { useEffect, useState } from "react";
import type { ModelChoice } from "#lib/chat/chat-summary.ts";
import { type ModelConnection, modelKeyOf } from "#lib/chat/model-connection.ts";
import { request } from "#components/browser/request.ts";
import { useSay } from "#components/browser/speech.tsx";
import { Button } from "#components/ui/button.tsx";
import { FormDialog } from "#components/ui/dialog-end.tsx";
import { SelectField } from "#components/ui/text-field.tsx";
import { ConnectModel } from "./connect-model.tsx";
import { providerNameOf } from "./provider-choices.ts";
import { triedModel, type Tried } from "./tried-model.ts";
import { useNearby } from "./use-nearby.ts";
import { modelWords } from "./words.en.ts";

type Props = {
  /** A model was connected, and `model` was chosen; null where none was. */
  onEnd: (choices: ModelChoice[], model: string | null) => Promise<void>;
  onClose: () => void;
};
/** What `GET /api/models` says. */
type Known = { mayManage: boolean; choices: ModelChoice[]; connections: ModelConnection[] };

/** The way from the demonstration to a model of one's own, without leaving the chat: connect, try, choose. */
export function FirstModel({ onEnd, onClose }: Props) {
  const [mayManage, setMayManage] = useState<boolean | null>(null);
  const [connection, setConnection] = useState<ModelConnection | null>(null);
  const nearby = useNearby(mayManage === true);
  useEffect(() => {
    // Where that cannot be asked, connecting says so.
    void known().then((said) => setMayManage(said?.mayManage ?? false));
  }, []);
  const connected = async (id: string) => {
    const found = (await known())?.connections.find((one) => one.id === id);
    if (found === undefined) onClose();
    else setConnection(found);
  };
  if (mayManage === null) return null;
  if (connection === null) {
    return (
      <ConnectModel mayManage={mayManage} found={null} nearby={nearby} onConnected={connected} onClose={onClose} />
    );
  }
  const end = async (model: string | null) => {
    const said = await known();
    if (said !== null) await onEnd(said.choices, model);
    onClose();
  };
  return <PickModel connection={connection} onEnd={end} />;
}

type Pick = { connection: ModelConnection; onEnd: (model: string | null) => Promise<void> };

function PickModel({ connection, onEnd }: Pick) {
  const say = useSay(modelWords);
  const { id, models } = connection;
  const shown = models.filter(({ isShown }) => isShown);
  const [model, setModel] = useState(shown[0]?.id ?? "");
  const [tried, setTried] = useState<Tried | "trying" | null>(null);
  const [ending, setEnding] = useState(false);
  const end = async (chosen: string | null) => {
    setEnding(true);
    await onEnd(chosen);
  };
  const test = async () => {
    setTried("trying");
    setTried(await triedModel(id, model));
  };
  return (
    <FormDialog
      title={say("nameIsConnected", { name: providerNameOf(connection) })}
      submit={say("useItInThisChat")}
      off={ending || model === ""}
      problem={tried !== null && tried !== "trying" && tried.isBad ? tried.text : null}
      onSubmit={() => end(modelKeyOf(id, model))}
      onClose={() => void end(null)}
      beside={
        <Button disabled={tried === "trying" || model === ""} onClick={() => void test()}>
          {tried === "trying" ? say("testing") : say("test")}
        </Button>
      }
    >
      <SelectField
        label={say("model")}
        hint={say("youCanChangeIt")}
        value={model}
        onChange={({ target }) => {
          setModel(target.value);
          setTried(null);
        }}
        options={shown.map(({ id: value, label }) => [value, label] as const)}
      />
      <p role="status" className="text-small text-green empty:hidden">
        {tried !== null && tried !== "trying" && !tried.isBad ? tried.text : null}
      </p>
    </FormDialog>
  );
}

async function known(): Promise<Known | null> {
  const response = await request("GET", "/api/models").catch(() => null);
  // Our own server answers 200 with exactly this.
  return response?.ok === true ? ((await response.json()) as Known) : null;
}
