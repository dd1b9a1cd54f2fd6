import type { Role } from "#lib/people/role.ts";

/** Roles as people read them. */
export const roleWords: { [Name in Role]: { label: string; a: string; hint: string } } = {
  member: { label: "Member", a: "a member", hint: "chats, and answers for their own calls." },
  reviewer: { label: "Reviewer", a: "a reviewer", hint: "a member who also answers for the calls of others." },
  admin: {
    label: "Admin",
    a: "an admin",
    hint: "a member who also manages tools, people and keys, and answers for nobody else.",
  },
  owner: { label: "Owner", a: "the owner", hint: "you may do everything here." },
};
