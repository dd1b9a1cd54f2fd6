import { diffLines, diffWordsWithSpace } from "diff";
import { jsonForPeople } from "#lib/untrusted/json-for-people.ts";
import type { DefinitionPiece } from "#lib/policies/changes/tools-page.ts";
import type { SaidOfApp } from "#lib/mcp/definitions/app-definition.ts";
import type { Definition } from "#lib/mcp/definitions/fingerprint.ts";

/** A comparison by words is easier to read, but slow for long texts. */
const longText = 20_000;
/** Bounds of one comparison, in ms and in changed words, against a hostile server; beyond them everything counts as changed. */
const bounds = { timeout: 300, maxEditLength: 1_000 };
/** Time for all comparisons of one page, in ms; none begins after it. Hundreds of tools may change at once. */
const mostComparingMs = 100;

/** The time that is left for comparisons of one page. */
export type TimeBudget = { leftMs: number };

export const comparisonBudget = (): TimeBudget => ({ leftMs: mostComparingMs });

/**
 * A definition as text, marked with its changes since the former one (THREATS E1). Both are canonical JSON of what a
 * server sent; `former` is null where none was accepted before.
 */
export function definitionPieces(
  former: string | null,
  now: string,
  budget: TimeBudget,
  textOf = textOfTool,
): DefinitionPiece[] {
  const text = textOf(now);
  if (former === null) return [{ kind: "same", text }];
  const before = textOf(former);
  const begun = performance.now();
  const isLong = before.length + text.length > longText;
  const compare = () => (isLong ? diffLines(before, text, bounds) : diffWordsWithSpace(before, text, bounds));
  const pieces = budget.leftMs > 0 ? compare() : undefined;
  budget.leftMs -= performance.now() - begun;
  if (pieces === undefined) {
    return [
      { kind: "removed", text: before },
      { kind: "added", text },
    ];
  }
  return pieces.map(({ value, added, removed }) => ({
    kind: added ? "added" : removed ? "removed" : "same",
    text: value,
  }));
}

/** What a server says about all its tools, as text. */
export function textOfInstructions(json: string): string {
  // This app stored it.
  return (JSON.parse(json) as { instructions: string }).instructions;
}

/** What is reviewed of an app, as text. */
export function textOfApp(json: string): string {
  // This app stored it.
  const { app, tools, bytes, sha256, csp, permissions, source } = JSON.parse(json) as SaidOfApp;
  const parts = [
    `App: ${app}`,
    `Shows results of: ${tools.join(", ")}`,
    `Code: ${bytes} bytes, SHA-256 ${sha256}`,
    `Asks to reach: ${csp === null ? "(nothing)" : jsonForPeople(csp)}`,
    `Asks to be allowed: ${permissions === null ? "(nothing)" : jsonForPeople(permissions)}`,
    source === null ? "Its code is too long to be read here." : source,
  ];
  return `${parts.join("\n\n")}\n`;
}

function textOfTool(json: string): string {
  // This app stored it, from a checked definition.
  const {
    name,
    title,
    description,
    inputSchema,
    outputSchema,
    annotations,
    icons = [],
  } = JSON.parse(json) as Definition;
  const parts = [
    `Name: ${name}`,
    ...(title === null ? [] : [`Title: ${title}`]),
    `Description:\n${description ?? "(none)"}`,
    `Says of itself: ${annotations === null ? "(nothing)" : jsonForPeople(annotations)}`,
    `Arguments: ${jsonForPeople(inputSchema)}`,
    ...icons.map((icon) => `Icon: ${JSON.stringify(icon)}`),
    ...(outputSchema === null ? [] : [`Result: ${jsonForPeople(outputSchema)}`]),
  ];
  return `${parts.join("\n\n")}\n`;
}
