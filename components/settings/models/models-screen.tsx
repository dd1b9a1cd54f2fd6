"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import type { ModelChoice } from "#lib/chat/chat-summary.ts";
import type { ModelConnection } from "#lib/chat/model-connection.ts";
import { PageTitle } from "#components/inbox/inbox-count.tsx";
import { Button } from "#components/ui/button.tsx";
import { ListRow } from "#components/ui/list-row.tsx";
import { SectionHead } from "#components/ui/section-head.tsx";
import { SelectField } from "#components/ui/text-field.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { ConnectModel } from "./connect-model.tsx";
import { ConnectionRow } from "./connection-row.tsx";
import { useNearby } from "./use-nearby.ts";
import { useSay } from "#components/browser/speech.tsx";
import { modelWords } from "#components/settings/models/words.en.ts";

type Props = {
  connections: ModelConnection[];
  /** Models that MODEL names; they win. */
  environment: ModelChoice[];
  /** What this person's chats may choose from; the first is the default. */
  choices: ModelChoice[];
  /** Those of them that everybody may choose. */
  ofEverybody: string[];
  mayManage: boolean;
};

/** The models that answer in chats: connect an account, choose what is shown, and the default. */
export function ModelsScreen({ connections, environment, choices, ofEverybody, mayManage }: Props) {
  const say = useSay(modelWords);
  const [connecting, setConnecting] = useState<{ found: string | null } | null>(null);
  const nearby = useNearby(mayManage).filter(
    ({ address }) => !connections.some(({ host }) => host === new URL(address).host),
  );
  return (
    <section aria-labelledby="models" className="flex flex-col gap-6">
      <PageTitle title={say("models")} />
      <SectionHead
        id="models"
        title={say("models")}
        action={
          <Button look="primary" onClick={() => setConnecting({ found: null })}>
            {say("connectAModel")}
          </Button>
        }
      >
        {say("aModelThatYouConnect")}
      </SectionHead>
      {environment.length === 0 ? null : (
        <p>
          {say.rich("setWhereTheAppWas", {
            code: (held) => <code className="font-mono text-small">{held}</code>,
            label: environment.map(({ label }) => label).join(", "),
          })}
        </p>
      )}
      {connections.length === 0 ? (
        <p className="text-muted">
          {environment.length === 0 ? say("noModelIsConnectedChats") : say("noOtherModelIsConnected")}
        </p>
      ) : (
        <ul aria-label={say("connectedModels")} className="flex flex-col border-t border-line">
          {connections.map((connection) => (
            <ConnectionRow key={connection.id} connection={connection} mayChange={connection.isPersonal || mayManage} />
          ))}
        </ul>
      )}
      {nearby.length === 0 ? null : (
        <section aria-labelledby="nearby" className="flex flex-col gap-2">
          <h3 id="nearby" className="font-medium">
            {say("foundOnThisMachine")}
          </h3>
          <ul className="flex flex-col border-t border-line">
            {nearby.map(({ name, address, models }) => (
              <ListRow
                key={address}
                end={
                  <Button
                    tight
                    aria-label={say("connectName", { name })}
                    onClick={() => setConnecting({ found: address })}
                  >
                    {say("connect")}
                  </Button>
                }
              >
                <p className="font-medium">{name}</p>
                <p className="text-small text-muted">
                  {address} · {say("countedModels", { models })}
                </p>
              </ListRow>
            ))}
          </ul>
        </section>
      )}
      {mayManage && environment.length === 0 && ofEverybody.length > 1 ? (
        <DefaultModel choices={choices.filter(({ key }) => ofEverybody.includes(key))} />
      ) : null}
      {connecting === null ? null : (
        <ConnectModel mayManage={mayManage} found={connecting.found} onClose={() => setConnecting(null)} />
      )}
    </section>
  );
}

function DefaultModel({ choices }: { choices: ModelChoice[] }) {
  const say = useSay(modelWords);
  const router = useRouter();
  const { sending, problem, send } = useSending();
  const choose = async (model: string) => {
    await send("PUT", "/api/models/default", { model });
    router.refresh();
  };
  return (
    <div className="flex max-w-[26rem] flex-col gap-2">
      <SelectField
        label={say("defaultModel")}
        hint={say("itAnswersInChatsThat")}
        value={choices[0]?.key ?? ""}
        disabled={sending}
        onChange={({ target }) => void choose(target.value)}
        options={choices.map(({ key, label }) => [key, label] as const)}
      />
      <ProblemLine problem={problem} />
    </div>
  );
}
