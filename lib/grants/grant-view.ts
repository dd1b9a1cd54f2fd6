import type { GrantScope, GrantTerms } from "./grant.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";

/**
 * How a grant ends. `used-up`: by calls or by amount. `lapsed`: past its end, which counts before it is written.
 * `accept-outdated`: the accept that gave it did not count.
 */
export type GrantEnd =
  | "revoked"
  | "used-up"
  | "definition-changed"
  | "server-removed"
  | "signed-in-anew"
  | "password-reset"
  | "disabled"
  | "asked-by-program"
  | "lapsed"
  | "accept-outdated";

/** The state of a grant. */
export type GrantState = "standing" | GrantEnd;

/** A grant as its page lists it. Times are Unix ms of the database clock. */
export type GrantView = {
  id: string;
  toolName: string;
  serverTitle: string;
  terms: GrantTerms;
  state: GrantState;
  uses: number;
  /** Used part of the amount; null without a limit. */
  spent: number | null;
  givenAt: number;
  /** The chat on whose card it was given; null when that is gone, or it was given elsewhere. */
  givenIn: { chatId: string; title: string } | null;
  lastUsedAt: number | null;
  endedAt: number | null;
};

/** A tool that may be granted without a call. */
export type GrantableTool = {
  wireName: string;
  toolName: string;
  serverTitle: string;
  fingerprint: string;
  inputSchema: JsonObject;
  scopes: GrantScope[];
};

export type GrantList = { standing: GrantView[]; ended: GrantView[] };
