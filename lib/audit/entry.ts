import type { DayOfAsks, PersonAttention, ToolAttention } from "./attention.ts";
import type { AuditRecord, ChainState } from "./chain.ts";

/** One line of the trail, for display. */
export type AuditEntry = AuditRecord & {
  words: string;
  personName: string | null;
  chatTitle: string | null;
  tool: string | null;
};

export type AuditPage = {
  entries: AuditEntry[];
  /** Where the next page begins; null on the last one. */
  older: number | null;
  head: ChainState;
};

/** `medianMs`: of all answers; null without any. */
export type Attention = {
  days: DayOfAsks[];
  medianMs: number | null;
  tools: ToolAttention[];
  people: PersonAttention[];
};
