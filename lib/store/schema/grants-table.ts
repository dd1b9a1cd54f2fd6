import type { Selectable } from "kysely";
import type { GrantReach } from "#lib/grants/grant.ts";
import type { GrantEnd } from "#lib/grants/grant-view.ts";
import type { Risk } from "#lib/verdict/risk.ts";

/** Standing grants. For the meaning of the terms see GrantTerms; amounts are in millionths. */
export type GrantsTable = {
  id: string;
  /** The person who gave it, and whose calls it covers. */
  person_id: string;
  server_id: string;
  server_title: string;
  tool_name: string;
  /** Definition of the tool when the grant was given; a changed one ends the grant. */
  fingerprint: string;
  /**
   * Risk of the tool when the grant was given: with a higher risk now, the grant covers nothing. null: given by an
   * older release.
   */
  risk: Risk | null;
  reach: GrantReach;
  /** null: in every chat. */
  chat_id: string | null;
  /** Digest of the one call that it covers; null for every call of the tool. */
  digest: string | null;
  until: number | null;
  max_uses: number | null;
  uses: number;
  budget_argument: string | null;
  budget_total: number | null;
  budget_spent: number;
  /** CEL expression. */
  condition: string | null;
  given_at: number;
  /** The chat on whose card it was given; null when it was given in the settings or the chat is gone. */
  given_in: string | null;
  approval_id: string | null;
  last_used_at: number | null;
  ended_at: number | null;
  ended_by: GrantEnd | null;
};

export type GrantRow = Selectable<GrantsTable>;
