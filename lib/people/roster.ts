import type { Role } from "./role.ts";

/** A person of the team, for the page of people. Times are Unix ms. */
export type RosterPerson = {
  id: string;
  name: string;
  email: string | null;
  role: Role;
  joinedAt: number;
  lastSeenAt: number | null;
  disabledAt: number | null;
};

export type OpenInvitation = { id: string; email: string; role: Role; expiresAt: number };

export type Roster = { people: RosterPerson[]; invitations: OpenInvitation[] };
