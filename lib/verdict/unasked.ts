/** Why a call ran without asking, other than by a standing grant. */
export type Unasked = { ruleId: string; reason: string };

/** Whether a rule gave the reason of a verdict. */
export function isOfRule({ ruleId }: Pick<Unasked, "ruleId">): boolean {
  return ruleId.startsWith("rule:");
}
