import type { Audience } from "#lib/people/audience.ts";
import type { CardSay } from "#components/cards/words.en.ts";

/** How a card words its yes: one person's approval, or one signature of several. */
export type Signing = {
  /** All sign the same content, so nothing can be edited. */
  several: boolean;
  hasSigned: boolean;
};

export function signingOf(audience: Audience | undefined): Signing {
  if (audience?.kind !== "quorum") return { several: false, hasSigned: false };
  return { several: true, hasSigned: audience.signatures.some(({ mine }) => mine) };
}

/** What the signature line promises. */
export function promiseOf(audience: Audience | undefined, say: CardSay): string {
  if (audience?.kind !== "quorum") return say("nothingRunsUnless");
  return signingOf(audience).hasSigned ? say("youHaveSigned") : say("runsOnceSigned", { needed: audience.needed });
}
