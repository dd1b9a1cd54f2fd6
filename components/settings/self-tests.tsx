"use client";

import { useState } from "react";
import type { ListedClient } from "#lib/chat/client-session.ts";
import { selfTestSentence } from "#lib/chat/self-test-run.ts";
import { Button } from "#components/ui/button.tsx";
import { useCopy } from "#components/browser/use-copy.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";

const sentence = "Call the tool app__doctor of Countersign, once, and tell me its result.";

/** How to try the way a client asks. What comes of it is shown here, live, and stays with the client above. */
export function SelfTests({ clients }: { clients: ListedClient[] }) {
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
        Test a client
      </h2>
      <p className="text-small text-muted">
        Paste this sentence into your client. The client then calls a tool that asks you and does nothing else. This
        page shows how you were asked, and keeps the latest test with each client above.
      </p>
      <div className="flex flex-wrap items-start gap-2">
        <pre className="min-w-0 flex-1 basis-72 rounded-md bg-sunk p-3 font-mono text-small break-words whitespace-pre-wrap select-all">
          {sentence}
        </pre>
        <Button onClick={copyNow}>Copy</Button>
      </div>
      <p role="status" className="text-small">
        {copied === null ? null : run === null ? (
          `${words} Waiting for a client to call the tool.`
        ) : (
          <>
            <VisibleText text={run.keyName} />: {selfTestSentence(run)}
          </>
        )}
      </p>
    </section>
  );
}
