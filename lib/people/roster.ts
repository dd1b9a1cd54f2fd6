import type { Role } from "./role.ts";

/** Somebody of the team, as the page of people shows them. Times are Unix ms. */
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
