/** What a person may do on an instance; see docs/team.md. A single person is the owner. */
export const roles = ["member", "reviewer", "admin", "owner"] as const;
export type Role = (typeof roles)[number];

export function isRole(value: unknown): value is Role {
  return roles.some((role) => role === value);
}
