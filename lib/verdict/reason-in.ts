import { reword } from "#lib/words/reword.ts";
import type { Speech } from "#lib/words/speech.ts";

type Why = { ruleId: string; reason: string };

/** Why a call ran without asking, other than by a standing grant. */
export type Unasked = Why;

export function isOfRule({ ruleId }: Pick<Why, "ruleId">): boolean {
  return ruleId.startsWith("rule:");
}

/** The reason of a verdict in the reader's language; that of a rule as its owner wrote it. */
export function reasonIn(speech: Speech, why: Why): string {
  return isOfRule(why) ? why.reason : reword(speech, why.reason);
}
