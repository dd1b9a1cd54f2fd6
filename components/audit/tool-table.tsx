import type { ToolAttention } from "#lib/audit/attention.ts";
import { ScrollArea } from "#components/ui/scroll-area.tsx";
import { NumberHeads } from "./number-heads.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { useTimeWords } from "./use-time-words.ts";
import { auditWords } from "./words.en.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";

/** What each tool asks of people's attention: how often, what they say, and how long they take. */
export function ToolTable({ tools }: { tools: ToolAttention[] }) {
  const say = useSay(auditWords);
  const timeWords = useTimeWords();
  if (tools.length === 0) return null;
  return (
    <ScrollArea label={say("questionsByTool")}>
      <table className="w-full text-small tabular-nums">
        <thead>
          <tr className="border-b border-line-strong text-left text-muted">
            <th scope="col" className="min-w-36 py-2 pr-4 font-medium">
              {say("tool")}
            </th>
            <NumberHeads labels={[say("asked"), say("accepted"), say("declined"), say("edited"), say("halfWithin")]} />
          </tr>
        </thead>
        <tbody>
          {tools.map((tool) => (
            <tr key={tool.tool} className="border-b border-line">
              <th scope="row" className="py-2 pr-4 text-left font-mono font-normal break-all">
                <VisibleText text={tool.tool} />
              </th>
              <td className="py-2 pl-4 text-right">{tool.asks}</td>
              <td className="py-2 pl-4 text-right">{tool.accepted}</td>
              <td className="py-2 pl-4 text-right">{tool.declined}</td>
              <td className="py-2 pl-4 text-right">{tool.edited}</td>
              <td className="py-2 pl-4 text-right whitespace-nowrap">
                {tool.medianMs === null ? "–" : timeWords(tool.medianMs)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}
