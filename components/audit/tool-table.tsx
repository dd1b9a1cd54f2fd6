import type { ToolAttention } from "#lib/audit/attention.ts";
import { useSay } from "#components/browser/speech.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { NumbersTable } from "./numbers-table.tsx";
import { useTimeWords } from "./use-time-words.ts";
import { auditWords } from "./words.en.ts";

/** What each tool asks of people's attention: how often, what they say, and how long they take. */
export function ToolTable({ tools }: { tools: ToolAttention[] }) {
  const say = useSay(auditWords);
  const timeWords = useTimeWords();
  if (tools.length === 0) return null;
  return (
    <NumbersTable
      label={say("questionsByTool")}
      about={[say("tool")]}
      numbers={[say("asked"), say("accepted"), say("declined"), say("edited"), say("halfWithin")]}
      rows={tools.map(({ tool, asks, accepted, declined, edited, medianMs }) => ({
        key: tool,
        about: [<ToolCode key="tool" tool={tool} />],
        numbers: [...[asks, accepted, declined, edited].map(String), medianMs === null ? "–" : timeWords(medianMs)],
      }))}
    />
  );
}

export function ToolCode({ tool }: { tool: string }) {
  return (
    <span className="font-mono break-all">
      <VisibleText text={tool} />
    </span>
  );
}
