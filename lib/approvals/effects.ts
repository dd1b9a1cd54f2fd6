import type { ToolAnnotations } from "#lib/verdict/tool-annotations.ts";
import type { Effect } from "#lib/approvals/subjects/tool-call-subject.ts";

/**
 * The effect chips of a card, from a tool's annotations. What a server says against its own tool is always shown; what
 * it says in favour counts only when the owner trusts it (M7). Says "unknown" rather than apply the specification's
 * defaults, by which every unannotated tool would be destructive.
 */
export function effectsOf(annotations: ToolAnnotations, trusted: boolean): Effect[] {
  const { readOnlyHint, destructiveHint, openWorldHint } = annotations;
  const effects: Effect[] = [];
  const destroys = destructiveHint === true;
  if (readOnlyHint === true && trusted && !destroys) effects.push({ kind: "reads-only", source: "server" });
  else if (readOnlyHint === false || destroys || (destructiveHint === false && trusted && readOnlyHint !== true))
    effects.push({ kind: "changes-data", source: "server" });
  else effects.push({ kind: "unknown", source: "app" });

  if (destroys) effects.push({ kind: "cannot-be-undone", source: "server" });
  if (openWorldHint === true) effects.push({ kind: "leaves-network", source: "server" });
  return effects;
}
