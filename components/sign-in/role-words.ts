import type { Role } from "#lib/people/role.ts";

/** Roles as people read them: keys of `signInWords`. */
export const roleWords = {
  member: { label: "member", hint: "whatAMemberMay" },
  reviewer: { label: "reviewer", hint: "whatAReviewerMay" },
  admin: { label: "admin", hint: "whatAnAdminMay" },
  owner: { label: "owner", hint: "whatTheOwnerMay" },
} as const satisfies { [Name in Role]: { label: string; hint: string } };
