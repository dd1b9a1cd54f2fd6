import type { PersonAttention } from "#lib/audit/attention.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { NumbersTable } from "./numbers-table.tsx";
import { ToolCode } from "./tool-table.tsx";
import { useReword, useSay } from "#components/browser/speech.tsx";
import { useTimeWords } from "./use-time-words.ts";
import { auditWords } from "./words.en.ts";

/** How much attention people give to what each tool asks. Many approvals in a glance say that a rule should decide. */
export function AttentionTable({ people }: { people: PersonAttention[] }) {
  const say = useSay(auditWords);
  const reword = useReword();
  const timeWords = useTimeWords();
  if (people.length === 0) return null;
  return (
    <section aria-labelledby="attention" className="flex flex-col gap-2 pt-4">
      <h3 id="attention" className="font-medium">
        {say("attentionOfThose")}
      </h3>
      <p className="text-small text-muted">{say("approvedInUnder")}</p>
      <NumbersTable
        label={say("answersByPerson")}
        about={[say("person"), say("tool")]}
        numbers={[say("answers"), say("halfWithin"), say("underTwo"), say("edited"), say("declined")]}
        rows={people.map(({ person, tool, asks, accepted, declined, edited, quick, medianMs }) => ({
          key: `${person.id} ${tool}`,
          about: [<VisibleText key="person" text={reword(person.name)} />, <ToolCode key="tool" tool={tool} />],
          numbers: [
            String(asks),
            medianMs === null ? "–" : timeWords(medianMs),
            share(quick, accepted),
            share(edited, accepted),
            share(declined, asks),
          ],
        }))}
      />
    </section>
  );
}

function share(part: number, whole: number): string {
  return whole === 0 ? "–" : `${Math.round((part / whole) * 100)} %`;
}
