import type { PersonAttention } from "#lib/audit/attention.ts";
import { ScrollArea } from "#components/ui/scroll-area.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { NumberHeads } from "./number-heads.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { useTimeWords } from "./use-time-words.ts";
import { auditWords } from "./words.en.ts";

/** How much attention people give to what each tool asks. Many approvals in a glance say that a rule should decide. */
export function AttentionTable({ people }: { people: PersonAttention[] }) {
  const say = useSay(auditWords);
  const timeWords = useTimeWords();
  if (people.length === 0) return null;
  return (
    <section aria-labelledby="attention" className="flex flex-col gap-2 pt-4">
      <h3 id="attention" className="font-medium">
        {say("attentionOfThose")}
      </h3>
      <p className="text-small text-muted">{say("approvedInUnder")}</p>
      <ScrollArea label={say("answersByPerson")}>
        <table className="w-full text-small tabular-nums">
          <thead>
            <tr className="border-b border-line-strong text-left text-muted">
              <th scope="col" className="min-w-24 py-2 pr-4 font-medium">
                {say("person")}
              </th>
              <th scope="col" className="min-w-36 py-2 pr-4 font-medium">
                {say("tool")}
              </th>
              <NumberHeads
                labels={[say("answers"), say("halfWithin"), say("underTwo"), say("edited"), say("declined")]}
              />
            </tr>
          </thead>
          <tbody>
            {people.map(({ person, tool, asks, accepted, declined, edited, quick, medianMs }) => (
              <tr key={`${person.id} ${tool}`} className="border-b border-line">
                <th scope="row" className="py-2 pr-4 text-left font-normal">
                  <VisibleText text={person.name} />
                </th>
                <td className="py-2 pr-4 font-mono break-all">
                  <VisibleText text={tool} />
                </td>
                <td className="py-2 pl-4 text-right">{asks}</td>
                <td className="py-2 pl-4 text-right whitespace-nowrap">
                  {medianMs === null ? "–" : timeWords(medianMs)}
                </td>
                <td className="py-2 pl-4 text-right">{share(quick, accepted)}</td>
                <td className="py-2 pl-4 text-right">{share(edited, accepted)}</td>
                <td className="py-2 pl-4 text-right">{share(declined, asks)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </section>
  );
}

function share(part: number, whole: number): string {
  return whole === 0 ? "–" : `${Math.round((part / whole) * 100)} %`;
}
