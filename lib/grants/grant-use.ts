import type { GrantTerms } from "./grant.ts";
import type { Risk } from "#lib/verdict/risk.ts";

/**
 * The grant that a call ran on, as stored in `tool_calls.grant_json`. Terms never change, so a copy of them stays true.
 */
export type GrantUse = {
  v: 1;
  grantId: string;
  toolName: string;
  serverTitle: string;
  terms: GrantTerms;
  /** Risk of the tool when the grant was given, where known. */
  risk?: Risk;
};
