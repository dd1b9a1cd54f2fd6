import type { Role } from "./role.ts";

/**
 * The rights of each role; no other code decides them. Everybody may chat and answer for their own calls. An admin does
 * not answer for others, so that changing rules and answering are duties of two people.
 */
const allowed = {
  /** Chat, and answer for one's own calls. */
  chat: ["member", "reviewer", "admin", "owner"],
  /** Answer for the calls of others, where the tool allows other answerers. */
  "answer-for-others": ["reviewer", "owner"],
  /** See everybody's calls in the audit trail. */
  "see-all-audit": ["admin", "owner"],
  "export-audit": ["admin", "owner"],
  /** Add, change and remove tool servers by address, review their tools, tighten what asks. */
  "manage-tools": ["admin", "owner"],
  /** Allow a call that would have asked: only the owner loosens. */
  "loosen-tools": ["owner"],
  /** Servers that are programs on this machine. */
  "manage-programs": ["owner"],
  /** Connect models for everybody, choose the default, and say addresses of model servers. */
  "manage-models": ["owner"],
  "manage-people": ["admin", "owner"],
  /** Make somebody an admin, change an admin, or end one. */
  "manage-admins": ["owner"],
  /** Make somebody who may answer for others, change their role, give them a new password, or re-enable them. */
  "manage-reviewers": ["owner"],
  "manage-keys": ["admin", "owner"],
  /** Let a client of the operator's issuer in again that was revoked. */
  "restore-clients": ["owner"],
  /** Webhooks, which hear of approvals of the whole instance. */
  "manage-webhooks": ["admin", "owner"],
  /** Have a webhook send the arguments of everybody's calls. */
  "send-arguments": ["owner"],
} as const satisfies Record<string, readonly Role[]>;

export type Action = keyof typeof allowed;
export const actions = Object.keys(allowed) as Action[];

export function may(role: Role, action: Action): boolean {
  return (allowed[action] as readonly Role[]).includes(role);
}

/** Whether somebody may make people of this role, change them, give them a new password and re-enable them. */
export function mayManage(actor: Role, role: Role): boolean {
  // Nobody manages the owner.
  if (role === "owner") return false;
  if (may(role, "answer-for-others")) return may(actor, "manage-reviewers");
  return may(actor, role === "admin" ? "manage-admins" : "manage-people");
}

/**
 * Whether somebody may end the sessions of people of this role, and disable them: that makes nobody a second person.
 */
export function mayShutOut(actor: Role, role: Role): boolean {
  return role !== "owner" && may(actor, role === "admin" ? "manage-admins" : "manage-people");
}
