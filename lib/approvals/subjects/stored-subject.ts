import type { SubjectView } from "./subjects.ts";

/** What an agent elsewhere says of a call that it wants to make. Nobody checked it. */
export type SaidOfCall = {
  v: 1;
  agent: string;
  /** The name of the key that it came with, which its person chose. */
  keyName: string;
  /** The folder it says it works in. */
  cwd: string | null;
  summary: string | null;
  /** Whether it runs other arguments, where a person changes them. */
  takesChanges: boolean;
  /** How long it waits for an answer. */
  timeoutMs: number;
};

/** What `approvals.subject_json` holds: all that the card shows and that only ever becomes stricter. */
export type StoredSubject = {
  v: 1;
  server: { id: string; title: string; origin: string; trusted: boolean };
  tool: { name: string; title: string };
  /** Agents between the chat and the call, outermost first; absent for the chat's own calls. */
  agents?: string[];
  /** What an agent elsewhere says of its own call; absent for every other. */
  said?: SaidOfCall;
  /** An app of the server made the call; absent for every other. */
  byApp?: true;
  subject: SubjectView;
  /** What became stricter after it opened, one sentence each; absent where nothing did. */
  changes?: string[];
};
