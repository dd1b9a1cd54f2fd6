/** The text of a card whose tool has no prompt of its own (S0.5). */
const defaultTemplate = "Run '{toolName}' with arguments {args}?";

/** Longer arguments would drown the caption; they stand below it in full in any case (row 21). */
const mostInline = 200;

/**
 * Fills `{toolName}` and `{args}` in an owner's template (S0.4); other braces stay as they are. Arguments are never
 * cut: they stand in the caption whole, or not at all (THREATS C1).
 */
export function promptCaption(
  template: string | null,
  { toolName, argumentsJson }: { toolName: string; argumentsJson: string },
): string {
  const args = argumentsJson.length > mostInline ? `(${argumentsJson.length} characters, below)` : argumentsJson;
  // One pass, so that arguments which contain "{toolName}" stay what they are.
  return (template ?? defaultTemplate).replaceAll(/\{(toolName|args)\}/g, (_, name) =>
    name === "args" ? args : toolName,
  );
}
