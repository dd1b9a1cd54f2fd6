import type { Audience } from "#lib/people/audience.ts";

/** How a card words its yes: one person's approval, or one signature of several. */
export type Signing = {
  /** All sign the same content, so nothing can be edited. */
  several: boolean;
  hasSigned: boolean;
  verb: "Approve" | "Sign";
  promise: string;
};

export function signingOf(audience: Audience | undefined): Signing {
  if (audience?.kind !== "quorum") {
    const promise = "Nothing runs unless you approve it.";
    return { several: false, hasSigned: false, verb: "Approve", promise };
  }
  const { needed, signatures } = audience;
  const hasSigned = signatures.some(({ mine }) => mine);
  const promise = hasSigned
    ? "You have signed. To take that back, decline: then it does not run."
    : `It runs once ${needed} ${needed === 1 ? "person has" : "people have"} signed. One decline ends it.`;
  return { several: true, hasSigned, verb: "Sign", promise };
}
