/** What this person may do here. */
export type Rights = { manage: boolean; loosen: boolean; programs: boolean };
