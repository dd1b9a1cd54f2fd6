import type { CallToJudge } from "#lib/verdict/verdict.ts";
import type { Considered } from "#lib/verdict/opinion.ts";
import type { Rule } from "./rule.ts";

/** What judges the calls that no rule fits. */
export type Otherwise = "annotated" | "denyAll";

/**
 * Everything that the app asks of a policy kind. One file per kind, and one line in `tool-approval-policy.ts`. `Member`:
 * the policies inside a policy of this kind.
 */
export type PolicyKind<Policy extends { readonly kind: string }, Options extends unknown[] = [], Member = never> = {
  make: (...options: Options) => Policy;
  /** May throw or reject: the call then asks. `inner` considers a member and never rejects. */
  consider: (
    policy: Policy,
    call: CallToJudge,
    inner: (member: Member) => Promise<Considered>,
  ) => Considered | Promise<Considered>;
  /** Its own rules, without those of its members. */
  rules: (policy: Policy) => readonly Rule[];
  /** Whether it refuses every call, whatever it is: the app then says that it is stopped. */
  refusesAll: (policy: Policy, inner: (member: Member) => boolean) => boolean;
  members: (policy: Policy) => readonly Member[];
  /** For a policy that is nothing but rules and a default; null for any other. */
  otherwise: (policy: Policy) => Otherwise | null;
};

export const never = () => false;
export const none = () => [];
export const noOther = () => null;
