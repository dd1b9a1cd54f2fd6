import type { GrantTerms } from "#lib/grants/grant.ts";
import type { Risk } from "#lib/verdict/risk.ts";

/** That a call ran on a grant, as `tool_calls.grant_json` holds it. Terms are fixed, so a copy of them stays true. */
export type GrantUse = {
  v: 1;
  grantId: string;
  toolName: string;
  serverTitle: string;
  terms: GrantTerms;
  /** Of the tool when the grant was given, where that is known. */
  risk?: Risk;
};
