/** Row lock: held while the calls of a person are counted and one is started. */
export type BudgetLocksTable = { person_id: string };

/** How much of a limit a person has used; the count starts anew at `until`. */
export type PersonCountsTable = {
  person_id: string;
  what: "messages" | "asks" | "calls" | "made" | "tokens" | "tries";
  count: number;
  until: number;
};

/** A call of a deleted chat, kept until the end of its day. */
export type PastCallsTable = {
  id: string;
  person_id: string;
  server_id: string;
  tool_name: string;
  started_at: number;
  /** The arguments that are numbers. */
  numbers_json: string;
};
