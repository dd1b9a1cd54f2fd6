/** How the person behind a session proved who they are. */
export type ProofWay = "password" | "oidc" | "passkey" | "invitation" | "set-up" | "reset" | "first-visit" | "link";

/** What a session is worth as a proof of who somebody is. */
export type Proof = {
  /** Null for a session of an earlier release. */
  by: ProofWay | null;
  /** How long ago, in milliseconds; null when that is not known. */
  agoMs: number | null;
  /** Whether it counts for what needs a fresh proof: of a passkey, where the person has one. */
  isFresh: boolean;
  /** Whether the person has a passkey. */
  hasPasskey: boolean;
};

/** How whoever did something had proved who they are, as the trail keeps it; `by` is null where nobody knows. */
export type Proved = { by: ProofWay | "key" | null; agoMs: number | null };
