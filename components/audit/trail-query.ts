import type { AuditTopic } from "#lib/audit/words.ts";

/** What of the trail an address asks for. */
export type TrailQuery = {
  topic?: AuditTopic | undefined;
  chat?: string | undefined;
  person?: string | undefined;
  tool?: string | undefined;
  /** Days in UTC, as 2026-01-31, both included. */
  from?: string | undefined;
  to?: string | undefined;
  before?: number | undefined;
};

const names = ["topic", "chat", "person", "tool", "from", "to", "before"] as const;

export function trailAddress(query: TrailQuery): string {
  const search = new URLSearchParams();
  for (const name of names) {
    const value = query[name];
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? "/audit" : `/audit?${search}`;
}
