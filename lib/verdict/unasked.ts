/** Why a call ran without asking, other than by a standing grant. */
export type Unasked = { ruleId: string; reason: string };

/** The sentence for people; it names a rule as a rule. */
export function unaskedWords({ ruleId, reason }: Unasked): string {
  return ruleId.startsWith("rule:") ? `Ran without asking. Rule: ${reason}` : `Ran without asking. ${reason}`;
}
