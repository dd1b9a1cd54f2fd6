import type { Generated } from "kysely";
import type { MediaType } from "#lib/results/media-type.ts";
import type { Risk } from "#lib/verdict/risk.ts";
import type { Exposure } from "#lib/verdict/exposure.ts";
import type { ApprovalFlag } from "#lib/verdict/verdict.ts";

/** The tables of tools, their servers and what they answer; a part of `Schema`. */
export type ToolTables = {
  result_files: ResultFilesTable;
  tool_servers: ToolServersTable;
  server_consents: ServerConsentsTable;
  tool_settings: ToolSettingsTable;
  tool_reviews: ToolReviewsTable;
};

/** A tool server: added in the app, or one of mcp.json with decisions made in the app. */
type ToolServersTable = {
  id: string;
  /** Its entry as in mcp.json, without tools; null for a server of the file. */
  entry_json: string | null;
  disabled: number;
  /** null: as its entry says. */
  trusted: number | null;
  /** null: as its entry says. */
  exposure: Exposure | null;
  /** 1: its apps are shown in chats. */
  apps: Generated<number>;
  changed_by: string;
  changed_at: number;
};

/** The parts of a server's entry that the owner vouches for: Vouched. Nothing else is started or loosened. */
type ServerConsentsTable = {
  server_id: string;
  vouched_json: string;
  /** Addresses in private networks that an owner confirmed for a server added in the app: string[]. */
  private_json: Generated<string>;
  /** null when the file said it at the instance's first start, or only tightened. */
  confirmed_by: string | null;
  confirmed_at: number;
};

/** Settings of a tool in the app; null: as the file says. */
type ToolSettingsTable = {
  server_id: string;
  tool_name: string;
  /** Definition for which they were set: loosening counts for no other definition. */
  fingerprint: string;
  approval: ApprovalFlag | null;
  prompt: string | null;
  risk: Risk | null;
  timeout_ms: number | null;
  /** Who */
  who_json: string | null;
  exposure: Exposure | null;
  /** PreviewSetting */
  preview_json: string | null;
  changed_by: string;
  changed_at: number;
};

/** The accepted definition of a tool, and the one that waits for review. JSON, as the server sent it. */
type ToolReviewsTable = {
  server_id: string;
  tool_name: string;
  /** null: none accepted yet. */
  fingerprint: string | null;
  definition_json: string | null;
  /** null when a trusted server of mcp.json offered it first. */
  reviewed_by: string | null;
  reviewed_at: number | null;
  waiting_fingerprint: string | null;
  waiting_json: string | null;
  waiting_at: number | null;
  /** Who rejected what waits; null while nobody did. */
  rejected_by: string | null;
};

/** A picture or a sound of a result in a chat, or other bytes of it for an app. */
type ResultFilesTable = {
  id: string;
  call_id: string;
  chat_id: string;
  person_id: string;
  media_type: MediaType | "application/octet-stream";
  bytes: number;
  /** As text, so that every store copies it as it is. */
  base64: string;
  created_at: number;
};
