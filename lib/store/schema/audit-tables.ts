/** The chain over the audit rows, in the order in which they became visible. */
export type AuditSealsTable = {
  /** From 1 on, without gaps. */
  position: number;
  seq: number;
  /** Covers the row and the hash at the position before; see lib/audit/chain.ts. */
  hash: string;
};

/** Signed ends of the chain; see lib/audit/head.ts. */
export type AuditHeadsTable = {
  signature: string;
  position: number;
  hash: string;
  at: number;
  key: string;
  next: string | null;
};
