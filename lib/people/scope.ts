import { may } from "./may.ts";
import type { Role } from "./role.ts";

/** What an API key may be used for. */
export const scopes = [
  "approvals:read",
  "approvals:decide",
  "tools:call",
  "asks",
  "audit:read",
  "metrics:read",
] as const;
export type Scope = (typeof scopes)[number];

/** The largest set of scopes for programs of this role. Metrics tell about everybody. */
export function scopesOf(role: Role): readonly Scope[] {
  return may(role, "see-all-audit") ? scopes : scopes.filter((scope) => scope !== "metrics:read");
}

/** Whether one key would both make calls and approve them (THREATS F10: calling and answering apart). */
export function clash(asked: readonly Scope[]): boolean {
  return asked.includes("approvals:decide") && (asked.includes("tools:call") || asked.includes("asks"));
}
