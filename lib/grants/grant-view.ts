import type { GrantScope, GrantTerms } from "./grant.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";

/** What became of a grant. `lapsed`: its time is over. */
export type GrantState = "standing" | "revoked" | "used-up" | "definition-changed" | "asked-by-program" | "lapsed";

/** A grant as its page lists it. Times are Unix ms of the database clock. */
export type GrantView = {
  id: string;
  toolName: string;
  serverTitle: string;
  terms: GrantTerms;
  state: GrantState;
  uses: number;
  /** Of the amount; null where none bounds it. */
  spent: number | null;
  givenAt: number;
  /** The chat on whose card it was given; null when that is gone, or it was given elsewhere. */
  givenIn: { chatId: string; title: string } | null;
  lastUsedAt: number | null;
  endedAt: number | null;
};

/** A tool that may be granted without a call to look at. */
export type GrantableTool = {
  wireName: string;
  toolName: string;
  serverTitle: string;
  fingerprint: string;
  inputSchema: JsonObject;
  scopes: GrantScope[];
};

export type GrantList = { standing: GrantView[]; ended: GrantView[] };
