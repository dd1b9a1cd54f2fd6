/** How the person behind a session proved who they are. */
export type ProofWay = "password" | "oidc" | "passkey" | "invitation" | "set-up" | "reset" | "first-visit" | "link";

/** How well a session proves who somebody is. */
export type Proof = {
  /** Null for a session of an earlier release. */
  by: ProofWay | null;
  /** How long ago, in milliseconds; null when that is not known. */
  agoMs: number | null;
  /** Whether it counts as a fresh proof: by a passkey, where the person has one. */
  isFresh: boolean;
  /** Whether the person has a passkey. */
  hasPasskey: boolean;
};

/**
 * How the person who did something had proved who they are, as the audit trail keeps it; `by` is null where that is not
 * known.
 */
export type Proved = { by: ProofWay | "key" | null; agoMs: number | null };
