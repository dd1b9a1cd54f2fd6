/** A file that the owner edits, and whose loosening waits for confirmation. The empty text means no file. */
export type WatchedFilesTable = {
  name: string;
  /** The text in force. */
  confirmed_text: string;
  /**
   * The text that a person last confirmed, or that the first start found: cards use its wording, and changes are
   * compared with it.
   */
  agreed_text: string;
  confirmed_at: number;
  /** Person who confirmed it; null when no confirmation was needed. */
  confirmed_by: string | null;
  /** The text that waits for a person: another text, or the wording of the one in force; null when nothing waits. */
  waiting_text: string | null;
  waiting_at: number | null;
  /** Why the file is not in force and cannot be confirmed: PolicyFileProblem[]; null when it can. */
  problems_json: string | null;
};

/** A rule saved in the app, in force beside those of policy.yaml. */
export type PolicyRulesTable = {
  /** The rule's own id, as records of verdicts cite it. */
  id: string;
  /** YAML of this one rule. */
  text: string;
  added_by: string;
  added_at: number;
};

export type DismissedSuggestionsTable = { key: string; person_id: string; at: number };
