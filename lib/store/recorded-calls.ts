import { sql } from "kysely";
import type { RecordedRow } from "#lib/policies/recorded-call.ts";
import type { Database } from "./database.ts";

const pageSize = 1_000;

type Filter = {
  /** Only calls of the last so many milliseconds; null for all. */
  withinMs: number | null;
};

/** The calls that were judged, oldest first, a page at a time. */
export async function* recordedCalls({ db, now }: Database, { withinMs }: Filter): AsyncGenerator<RecordedRow[]> {
  let after: Pick<RecordedRow, "created_at" | "id"> | null = null;
  for (;;) {
    const page: RecordedRow[] = await db
      .selectFrom("tool_calls")
      .leftJoin("approvals", (join) =>
        join.onRef("approvals.call_id", "=", "tool_calls.id").on("approvals.kind", "=", "tool-call"),
      )
      .select([
        "tool_calls.id",
        "tool_calls.chat_id",
        "tool_calls.person_id",
        "tool_calls.server_id",
        "tool_calls.tool_name",
        "tool_calls.arguments_json",
        "tool_calls.effective_json",
        "tool_calls.agents_json",
        "tool_calls.tool_json",
        "tool_calls.created_at",
        "tool_calls.started_at",
        "approvals.status",
      ])
      // One that was never judged was no use to anybody: its tool was gone, or its arguments did not fit.
      .where((call) =>
        call.or([
          call("tool_calls.verdict_json", "is not", null),
          call("tool_calls.started_at", "is not", null),
          call("approvals.status", "is not", null),
        ]),
      )
      .$if(withinMs !== null, (calls) =>
        calls.where("tool_calls.created_at", ">=", sql<number>`(select ${now}) - ${withinMs ?? 0}`),
      )
      .$if(after !== null, (calls) =>
        calls.where(
          sql<boolean>`(tool_calls.created_at, tool_calls.id) > (${after?.created_at ?? 0}, ${after?.id ?? ""})`,
        ),
      )
      .orderBy("tool_calls.created_at")
      .orderBy("tool_calls.id")
      .limit(pageSize)
      .execute();
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (page.length < pageSize || last === undefined) return;
    after = last;
  }
}
