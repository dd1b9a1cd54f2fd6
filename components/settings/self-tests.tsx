import { selfTestSentence, type SelfTestRun } from "#lib/chat/self-test-run.ts";
import { ClockTime } from "#components/ui/clock-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";

/** How to try the way a client asks, and how the latest tries went. */
export function SelfTests({ runs }: { runs: SelfTestRun[] }) {
  return (
    <section aria-labelledby="self-test" className="mt-6 flex flex-col gap-3">
      <h2 id="self-test" className="font-medium">
        Test a client
      </h2>
      <p className="text-small text-muted">
        Tell your client this. It calls a tool that asks you and does nothing else, by the way on which this client
        asks.
      </p>
      <pre className="rounded-md bg-sunk p-3 font-mono text-small break-words whitespace-pre-wrap select-all">
        Call the tool app__doctor of Countersign, once, and tell me its result.
      </pre>
      {runs.length === 0 ? null : (
        <ul aria-label="Latest self-tests" className="flex flex-col border-t border-line">
          {runs.map((run) => (
            <li key={run.id} className="border-b border-line py-2.5">
              “<VisibleText text={run.client} />
              ”, <ClockTime at={run.at} />: {selfTestSentence(run)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
