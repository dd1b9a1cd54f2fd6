import { may } from "./may.ts";
import type { Role } from "./role.ts";

/** What an API key may be used for. */
export const scopes = ["approvals:read", "approvals:decide", "tools:call", "audit:read", "metrics:read"] as const;
export type Scope = (typeof scopes)[number];

/** The largest set of scopes for programs of this role. Metrics tell about everybody. */
export function scopesOf(role: Role): readonly Scope[] {
  return may(role, "see-all-audit") ? scopes : scopes.filter((scope) => scope !== "metrics:read");
}

/** Whether one key would both call tools and approve calls (THREATS F10: calling and answering apart). */
export function clash(asked: readonly Scope[]): boolean {
  return asked.includes("tools:call") && asked.includes("approvals:decide");
}
