import type { Risk } from "./risk.ts";

/** What the owner of a key lets its client do through the gateway. */
export type ClientTerms = {
  /** Wire names of the tools that it is offered; null for all that the gateway offers. */
  tools: readonly string[] | null;
  /** An accept that the client attests counts for calls up to this risk, below L4 in any case; null for none. */
  attests: Risk | null;
  /** Whether calls that the client cannot ask about wait in the inbox of the key's owner; else they are refused. */
  inbox: boolean;
  /** How its client asks: with a choice to make, unless the owner wants a bare yes or no. */
  form?: QuestionForm;
};

/** `empty` has no field: the client's own Accept and Decline are the answer. */
export type QuestionForm = "choice" | "empty";

/** Of keys for which nothing was said: their clients attest nothing. */
export const usualTerms: ClientTerms = { tools: null, attests: null, inbox: true };

/** The highest risk up to which a client may attest: above it, a person answers here. */
export const mostAttested: Risk = 3;
