import type { SubjectView } from "./subjects.ts";

/** What `approvals.subject_json` holds: all that the card shows and that only ever becomes stricter. */
export type StoredSubject = {
  v: 1;
  server: { id: string; title: string; origin: string; trusted: boolean };
  tool: { name: string; title: string };
  /** Agents between the chat and the call, outermost first; absent for the chat's own calls. */
  agents?: string[];
  subject: SubjectView;
  /** What became stricter after it opened, one sentence each; absent where nothing did. */
  changes?: string[];
};
