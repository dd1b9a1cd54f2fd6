import { Quote } from "lucide-react";
import type { FieldProvenance } from "#lib/approvals/provenance.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

/** Below an argument: where its text was said before in this chat. Names are the servers' own. */
export function ProvenanceLine({ from }: Pick<FieldProvenance, "from">) {
  const say = useSay(cardWords);
  return (
    <p className="mt-1 flex gap-1.5 text-fine leading-5 text-muted">
      <Quote aria-hidden="true" className="mt-1 size-3 shrink-0" strokeWidth={1.75} />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {say.rich("containsTextFrom", {
          tools: from.map(({ tool, server }, at) => (
            <span key={`${server} ${tool}`}>
              {at === 0 ? "" : at === from.length - 1 ? ` ${say("and")} ` : ", "}
              {say.rich("nameOnServer", {
                name: (
                  <code className="font-mono text-ink">
                    <VisibleText text={tool} />
                  </code>
                ),
                server: <VisibleText text={server} />,
              })}
            </span>
          )),
        })}
      </span>
    </p>
  );
}
