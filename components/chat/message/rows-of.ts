import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import { leastRows, tableKey } from "#lib/chat/call-table.ts";
import { type Call, callStanding } from "./segments.ts";

/** One call by itself, or calls of one tool that stand in a table together. */
type Row =
  | { call: Call }
  | { key: string; entries: { call: Call; view: ApprovalView }[] }
  /** Calls of one answer that nobody was asked about. */
  | { key: string; unasked: Call[] };

/** The rows of a stack of calls, a table in the place of its first one. */
export function rowsOf(calls: readonly Call[]): Row[] {
  const unasked = calls.filter((call) => callStanding(call, false) === "not asked");
  const [firstUnasked, ...more] = unasked;
  const keys = new Map(calls.map((call) => [call, keyOf(call)]));
  const done = new Set<string>();
  return calls.flatMap((call): Row[] => {
    if (more.length > 0 && unasked.includes(call)) {
      return call === firstUnasked ? [{ key: `unasked:${call.toolCallId}`, unasked }] : [];
    }
    const key = keys.get(call) ?? null;
    if (key === null) return [{ call }];
    const entries = calls.flatMap((each) => {
      const [view] = each.approvals;
      return keys.get(each) === key && view !== undefined ? [{ call: each, view }] : [];
    });
    if (entries.length < leastRows) return [{ call }];
    if (done.has(key)) return [];
    done.add(key);
    return [{ key, entries }];
  });
}

/** A call whose server asked something meanwhile, or whose result has pictures, is not only a row of others. */
function keyOf({ part, approvals }: Call): string | null {
  const [view, ...more] = approvals;
  if (view === undefined || more.length > 0 || hasFiles(part)) return null;
  return tableKey(view);
}

function hasFiles(part: Call["part"]): boolean {
  if (part?.state !== "output-available" || typeof part.output !== "object" || part.output === null) return false;
  return "files" in part.output && Array.isArray(part.output.files) && part.output.files.length > 0;
}
