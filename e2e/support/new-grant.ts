import type { NewGrant } from "#lib/store/approvals/grants.ts";

/** A grant that stands everywhere and without end, but for what is said of it. */
export function newGrant(over: Pick<NewGrant, "id" | "person_id"> & Partial<NewGrant>): NewGrant {
  return {
    server_id: "srv",
    server_title: "Server",
    tool_name: "wipe",
    fingerprint: "f".repeat(64),
    risk: 1,
    reach: "everywhere",
    chat_id: null,
    digest: null,
    ends: null,
    max_uses: null,
    budget_argument: null,
    budget_total: null,
    condition: null,
    given_in: null,
    approval_id: null,
    ...over,
  };
}
