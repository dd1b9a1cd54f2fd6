"use client";

import { useState } from "react";
import type { ListedClient } from "#lib/chat/client-session.ts";
import { selfTestWords } from "#components/clients/self-test-words.ts";
import { clientWords } from "#components/clients/words.en.ts";
import { Button } from "#components/ui/button.tsx";
import { useCopy } from "#components/browser/use-copy.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { settingsWords } from "#components/settings/words.en.ts";

const sentence = "Call the tool app__doctor of Countersign, once, and tell me its result.";

/** How to try the way a client asks. What comes of it is shown here, live, and stays with the client above. */
export function SelfTests({ clients }: { clients: ListedClient[] }) {
  const say = useSay(settingsWords);
  const sayOfClient = useSay(clientWords);
  const latest = clients
    .flatMap(({ keyName, selfTest }) => (selfTest === null ? [] : [{ ...selfTest, keyName }]))
    .toSorted((one, other) => other.at - one.at)[0];
  const { copied, copy, words } = useCopy(sentence);
  // What is newer than this came of the sentence.
  const [before, setBefore] = useState<string | null>(null);
  const copyNow = () => {
    setBefore(latest?.id ?? null);
    void copy();
  };
  const run = copied !== null && latest !== undefined && latest.id !== before ? latest : null;
  return (
    <section aria-labelledby="self-test" className="mt-6 flex flex-col gap-3">
      <h2 id="self-test" className="font-medium">
        {say("testAClient")}
      </h2>
      <p className="text-small text-muted">{say("pasteThisSentenceIntoYour")}</p>
      <div className="flex flex-wrap items-start gap-2">
        <pre className="min-w-0 flex-1 basis-72 rounded-md bg-sunk p-3 font-mono text-small break-words whitespace-pre-wrap select-all">
          {sentence}
        </pre>
        <Button onClick={copyNow}>{say("copy")}</Button>
      </div>
      <p role="status" className="text-small">
        {copied === null ? null : run === null ? (
          say("wordsWaitingForAClient", { words })
        ) : (
          <>
            <VisibleText text={run.keyName} />: {selfTestWords(sayOfClient, run)}
          </>
        )}
      </p>
    </section>
  );
}
