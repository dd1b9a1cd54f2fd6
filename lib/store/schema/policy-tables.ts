/** A file that the owner edits, and whose loosening waits for a click. The empty text stands for no file. */
export type WatchedFilesTable = {
  name: string;
  /** What is in force. */
  confirmed_text: string;
  /** What a person last confirmed, or the first start found: whose words cards use, and what a change is compared with. */
  agreed_text: string;
  confirmed_at: number;
  /** Person who confirmed it; null when it needed nobody. */
  confirmed_by: string | null;
  /** What waits for a person: another text, or the words of the one in force; null when nothing does. */
  waiting_text: string | null;
  waiting_at: number | null;
  /** Why the file is not in force and cannot be confirmed: PolicyFileProblem[]; null when it can. */
  problems_json: string | null;
};

/** A rule saved from the app, in force beside those of policy.yaml. */
export type PolicyRulesTable = {
  /** The rule's own id, as records of verdicts cite it. */
  id: string;
  /** YAML of this one rule. */
  text: string;
  added_by: string;
  added_at: number;
};

export type DismissedSuggestionsTable = { key: string; person_id: string; at: number };
