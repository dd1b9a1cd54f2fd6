import type { Role } from "./role.ts";

/**
 * What the roles of a team may do, and nothing else decides it. Everybody may chat and answer for their own calls; an
 * admin does not answer for others, so that whoever changes the rules and whoever answers are two people.
 */
const allowed = {
  /** Chat, and answer for one's own calls. */
  chat: ["member", "reviewer", "admin", "owner"],
  /** Answer for the calls of others, where the tool lets somebody else answer. */
  "answer-for-others": ["reviewer", "owner"],
  /** See what everybody's calls did in the audit trail. */
  "see-all-audit": ["admin", "owner"],
  "export-audit": ["admin", "owner"],
  /** Add, change and remove tool servers by address, review their tools, tighten what asks. */
  "manage-tools": ["admin", "owner"],
  /** Let a call run that would have asked: nobody but the owner loosens. */
  "loosen-tools": ["owner"],
  /** Servers that are programs on this machine. */
  "manage-programs": ["owner"],
  "manage-people": ["admin", "owner"],
  /** Make somebody an admin, change an admin, or end one. */
  "manage-admins": ["owner"],
  /** Make somebody who may answer for others, change their role, give them a new password, or let them back in. */
  "manage-reviewers": ["owner"],
  "manage-keys": ["admin", "owner"],
  /** Addresses of the whole instance that hear of approvals. */
  "manage-webhooks": ["admin", "owner"],
} as const satisfies Record<string, readonly Role[]>;

export type Action = keyof typeof allowed;
export const actions = Object.keys(allowed) as Action[];

export function may(role: Role, action: Action): boolean {
  return (allowed[action] as readonly Role[]).includes(role);
}

/** Whether somebody may make people of this role, change them, give them a new password and let them back in. */
export function mayManage(actor: Role, role: Role): boolean {
  // Nobody manages the owner.
  if (role === "owner") return false;
  if (may(role, "answer-for-others")) return may(actor, "manage-reviewers");
  return may(actor, role === "admin" ? "manage-admins" : "manage-people");
}

/** Whether somebody may end the sessions of people of this role, and disable them: that makes nobody a second person. */
export function mayShutOut(actor: Role, role: Role): boolean {
  return role !== "owner" && may(actor, role === "admin" ? "manage-admins" : "manage-people");
}
