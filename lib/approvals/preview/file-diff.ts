import { structuredPatch } from "diff";

/**
 * A line of a unified diff, with its numbers in the file before and after. `fold`: so many lines stay as they are. `end`:
 * the line above ends its file without a line break.
 */
export type DiffRow =
  | { kind: "same" | "added" | "removed"; before: number | null; after: number | null; text: string; cut?: number }
  | { kind: "fold"; lines: number }
  | { kind: "end" };

export type FileDiff = { rows: DiffRow[]; added: number; removed: number; leftOut: number; coarse: boolean };

/** Against a hostile file: beyond these everything counts as changed. */
const bounds = { timeout: 60, maxEditLength: 1_500, context: 3 };
const mostRows = 1_000;
const mostCharacters = 50_000;
const longestLine = 500;

/** What happens to a file, as a unified diff that is bounded whatever the texts are. */
export function fileDiff(before: string, after: string): FileDiff {
  if (before === after) return { rows: [], added: 0, removed: 0, leftOut: 0, coarse: false };
  const patch = structuredPatch("", "", before, after, undefined, undefined, bounds);
  return patch === undefined
    ? inPage(allChanged(before, after), true)
    : inPage(rowsOf(patch.hunks, linesOf(before).length), false);
}

type Hunk = { oldStart: number; newStart: number; lines: string[] };

function rowsOf(hunks: readonly Hunk[], linesBefore: number): DiffRow[] {
  const rows: DiffRow[] = [];
  let told = 1;
  for (const hunk of hunks) {
    let { oldStart: before, newStart: after } = hunk;
    if (before > told) rows.push({ kind: "fold", lines: before - told });
    for (const line of hunk.lines) {
      const text = line.slice(1);
      if (line.startsWith("-")) rows.push({ kind: "removed", before: before++, after: null, text });
      else if (line.startsWith("+")) rows.push({ kind: "added", before: null, after: after++, text });
      else if (line.startsWith("\\")) rows.push({ kind: "end" });
      else rows.push({ kind: "same", before: before++, after: after++, text });
    }
    told = before;
  }
  if (linesBefore >= told) rows.push({ kind: "fold", lines: linesBefore - told + 1 });
  return rows;
}

function allChanged(before: string, after: string): DiffRow[] {
  const removed = linesOf(before).map((text, at): DiffRow => ({ kind: "removed", before: at + 1, after: null, text }));
  return [
    ...removed,
    ...linesOf(after).map((text, at): DiffRow => ({ kind: "added", before: null, after: at + 1, text })),
  ];
}

function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function inPage(all: readonly DiffRow[], coarse: boolean): FileDiff {
  const rows: DiffRow[] = [];
  let characters = 0;
  for (const row of all) {
    if (rows.length === mostRows || characters > mostCharacters) break;
    if (!("text" in row) || row.text.length <= longestLine) rows.push(row);
    else rows.push({ ...row, text: row.text.slice(0, longestLine), cut: row.text.length - longestLine });
    if ("text" in row) characters += Math.min(row.text.length, longestLine);
  }
  const count = (kind: DiffRow["kind"]) => all.filter((row) => row.kind === kind).length;
  const leftOut = all.slice(rows.length).filter((row) => "text" in row).length;
  return { rows, added: count("added"), removed: count("removed"), leftOut, coarse };
}
