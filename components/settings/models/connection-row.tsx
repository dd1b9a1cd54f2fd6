"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import type { ModelConnection } from "#lib/chat/model-connection.ts";
import { AsksOnceMore } from "#components/ui/asks-once-more.tsx";
import { Button } from "#components/ui/button.tsx";
import { ListRow } from "#components/ui/list-row.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { ChooseModels } from "./choose-models.tsx";
import { NewModelKey } from "./new-model-key.tsx";
import { providerNameOf } from "./provider-choices.ts";
import { triedModel, type Tried } from "./tried-model.ts";
import { useReword, useSay } from "#components/browser/speech.tsx";
import { modelWords } from "#components/settings/models/words.en.ts";

/** One account: what it offers, whether it answers, and the way to end it. */
export function ConnectionRow({ connection: given, mayChange }: { connection: ModelConnection; mayChange: boolean }) {
  const say = useSay(modelWords);
  const reword = useReword();
  // Until the page has it too.
  const [changed, setChanged] = useState<{ from: ModelConnection; to: ModelConnection } | null>(null);
  const connection = changed?.from === given ? changed.to : given;
  const router = useRouter();
  const [open, setOpen] = useState<"models" | "key" | null>(null);
  const [said, setSaid] = useState<Tried | null>(null);
  const [testing, setTesting] = useState(false);
  const { problem, send } = useSending();
  const { id, host, models, isPersonal } = connection;
  const name = providerNameOf(connection);
  const path = `/api/models/${encodeURIComponent(id)}`;
  const shown = models.filter(({ isShown }) => isShown);

  const test = async () => {
    const model = shown[0] ?? models[0];
    if (model === undefined) return;
    setTesting(true);
    setSaid(null);
    setSaid(await triedModel(id, model.id));
    setTesting(false);
  };
  const disconnect = async () => {
    await send("DELETE", path);
    router.refresh();
  };

  return (
    <ListRow
      end={
        <div className="flex flex-wrap items-center gap-2">
          <Button tight disabled={testing} aria-label={say("testName", { name })} onClick={() => void test()}>
            {testing ? say("testing") : say("test")}
          </Button>
          {mayChange ? (
            <>
              <Button tight aria-label={say("modelsOfName", { name })} onClick={() => setOpen("models")}>
                {say("models")}
              </Button>
              <Button tight aria-label={say("newKeyForName", { name })} onClick={() => setOpen("key")}>
                {say("newKey")}
              </Button>
              <AsksOnceMore
                name={say("disconnect")}
                label={say("disconnectName", { name })}
                confirm={say("disconnectAndForgetTheKey")}
                problem={problem}
                onConfirm={() => void disconnect()}
              />
            </>
          ) : null}
        </div>
      }
    >
      <p className="font-medium break-words">
        {name}
        {isPersonal ? <span className="font-normal text-muted"> {say("onlyForYou")}</span> : null}
      </p>
      <p className="text-small break-words">
        {shown.length === 0 ? (
          say("noModelIsShown")
        ) : (
          <VisibleText
            text={shown
              .slice(0, 6)
              .map(({ label }) => label)
              .join(", ")}
          />
        )}
        {shown.length > 6 ? ` ${say("andShownMore", { shown: shown.length - 6 })}` : ""}
      </p>
      <p className="text-small text-muted">
        {say.rich("hostShownOfModelsModel", {
          host: name === host ? null : `${host} · `,
          shown: shown.length,
          models: models.length,
        })}
      </p>
      {connection.problem === null ? null : <p className="text-small text-red">{reword(connection.problem)}</p>}
      {said === null ? null : (
        <p role={said.isBad ? "alert" : "status"} className={`text-small ${said.isBad ? "text-red" : "text-green"}`}>
          {said.text}
        </p>
      )}
      {open === "models" ? (
        <ChooseModels
          connection={connection}
          name={name}
          onChanged={(to) => setChanged({ from: given, to })}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {open === "key" ? (
        <NewModelKey
          id={id}
          name={name}
          onClose={() => {
            setOpen(null);
            // What a test said was of the key before.
            setSaid(null);
          }}
        />
      ) : null}
    </ListRow>
  );
}
