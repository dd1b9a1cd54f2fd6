/** Why a call ran without anybody being asked, other than by a standing grant. */
export type Unasked = { ruleId: string; reason: string };

/** The sentence for people; a rule's own is named as such. */
export function unaskedWords({ ruleId, reason }: Unasked): string {
  return ruleId.startsWith("rule:") ? `Ran without asking. Rule: ${reason}` : `Ran without asking. ${reason}`;
}
