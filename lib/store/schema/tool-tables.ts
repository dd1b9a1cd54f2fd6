import type { Generated } from "kysely";
import type { Risk } from "#lib/verdict/risk.ts";
import type { ApprovalFlag } from "#lib/verdict/verdict.ts";

/** A tool server as the app has it: added here, or what was decided here about one of mcp.json. */
export type ToolServersTable = {
  id: string;
  /** Its entry as in mcp.json, without tools; null for a server of the file. */
  entry_json: string | null;
  disabled: number;
  /** null: as its entry says. */
  trusted: number | null;
  changed_by: string;
  changed_at: number;
};

/** What of a server's entry the owner stands for: Vouched. Nothing else is started or loosened. */
export type ServerConsentsTable = {
  server_id: string;
  vouched_json: string;
  /** Addresses in private networks that an owner confirmed, of a server that was added here: string[]. */
  private_json: Generated<string>;
  /** null when the file said it at the instance's first start, or when it only tightened. */
  confirmed_by: string | null;
  confirmed_at: number;
};

/** What was set for a tool in the app; null: as the file says. */
export type ToolSettingsTable = {
  server_id: string;
  tool_name: string;
  /** Definition for which it was set: what loosens counts for no other. */
  fingerprint: string;
  approval: ApprovalFlag | null;
  prompt: string | null;
  risk: Risk | null;
  timeout_ms: number | null;
  /** Who */
  who_json: string | null;
  changed_by: string;
  changed_at: number;
};

/** Which definition of a tool was accepted, and which one waits to be. JSON: the definition as its server said it. */
export type ToolReviewsTable = {
  server_id: string;
  tool_name: string;
  /** null: none was accepted yet. */
  fingerprint: string | null;
  definition_json: string | null;
  /** null when a trusted server of mcp.json said it first. */
  reviewed_by: string | null;
  reviewed_at: number | null;
  waiting_fingerprint: string | null;
  waiting_json: string | null;
  waiting_at: number | null;
};
