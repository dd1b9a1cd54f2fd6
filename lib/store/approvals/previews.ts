import { sql } from "kysely";
import type { Preview, PreviewOffer, PreviewShown } from "#lib/approvals/preview/preview.ts";
import { type Database, expectOne } from "#lib/store/engine/database.ts";
import { idLists } from "#lib/store/engine/id-lists.ts";
import { holdPerson } from "#lib/store/people/person-counts.ts";
import type { ApprovalRow } from "#lib/store/schema/schema.ts";
import type { Trx } from "#lib/store/schema/trx.ts";

type Of = { approvalId: string; personId: string };

/** Longer than any is computed: whoever computed it is gone. */
const lostAfterMs = 60_000;
const most = 50;

/** Stores that a person had a preview computed. One of a card is computed at a time, whoever asks for it. */
export async function insertPreview(
  database: Database,
  trx: Trx,
  { id, approvalId, personId, kind }: Of & { id: string; kind: PreviewOffer["kind"] },
): Promise<"computing" | "busy" | "too-many"> {
  const { now } = database;
  await holdPerson(database, trx, personId);
  const asked = await trx
    .selectFrom("previews")
    .select(sql<number>`count(case when person_id = ${personId} then 1 end)`.as("all"))
    .select(
      sql<number>`count(case when ended_at is null and asked_at > ${now} - ${sql.lit(lostAfterMs)} then 1 end)`.as(
        "open",
      ),
    )
    .select(sql<number | null>`max(asked_at)`.as("latest"))
    .where("approval_id", "=", approvalId)
    .executeTakeFirstOrThrow();
  if (Number(asked.open) > 0) return "busy";
  if (Number(asked.all) >= most) return "too-many";
  // Of one person the latest is kept.
  await trx
    .updateTable("previews")
    .set({ shown_json: null })
    .where("approval_id", "=", approvalId)
    .where("person_id", "=", personId)
    .execute();
  await trx
    .insertInto("previews")
    .values({
      id,
      approval_id: approvalId,
      person_id: personId,
      kind,
      asked_at: laterThan(now, Number(asked.latest ?? 0)),
    })
    .execute();
  return "computing";
}

/** Two within a millisecond have an order, too: the latest counts. */
function laterThan(now: Database["now"], former: number) {
  return sql<number>`case when ${now} > ${sql.lit(former)} then ${now} else ${sql.lit(former + 1)} end`;
}

export type Computed = { shown: PreviewShown | null; digest: string | null; problem: string | null };

/** Resolves to whether it was still being computed. */
export async function endPreview(
  { now }: Pick<Database, "now">,
  trx: Trx,
  id: string,
  { shown, digest, problem }: Computed,
): Promise<boolean> {
  const shown_json = shown === null ? null : JSON.stringify(shown);
  const { numUpdatedRows } = await trx
    .updateTable("previews")
    .set({ shown_json, digest, problem, ended_at: sql<number>`${now}` })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The latest preview that this person had computed; null where there is none. Nobody sees those of others. */
export async function latestPreview({ db, now }: Database, { approvalId, personId }: Of): Promise<Preview | null> {
  const row = await db
    .selectFrom("previews")
    .selectAll()
    .select(sql<number>`${now} - asked_at`.as("age"))
    .where("approval_id", "=", approvalId)
    .where("person_id", "=", personId)
    .orderBy("asked_at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();
  if (row === undefined) return null;
  const { id, shown_json, ended_at, age } = row;
  const isLost = ended_at === null && Number(age) > lostAfterMs;
  return {
    id,
    askedAt: Number(row.asked_at),
    computedAt: ended_at === null ? null : Number(ended_at),
    // Only this app writes it.
    shown: shown_json === null ? null : (JSON.parse(shown_json) as PreviewShown),
    problem: isLost ? "Countersign was stopped while it was computed." : row.problem,
  };
}

/**
 * Binds an accept to the preview that was on the card, or else to the latest that its person had computed: marks it, and
 * resolves to the digests of all that people who accepted this question are bound to. `unknown`: the named one is none.
 */
export async function bindPreview(
  trx: Trx,
  { approvalId, personId, named }: Of & { named: string | undefined },
): Promise<string[] | "unknown"> {
  const mine = trx
    .selectFrom("previews")
    .select(["id", "digest"])
    .where("approval_id", "=", approvalId)
    .where("person_id", "=", personId)
    .where("digest", "is not", null)
    .orderBy("asked_at", "desc")
    .orderBy("id", "desc");
  const preview = await (named === undefined ? mine : mine.where("id", "=", named)).executeTakeFirst();
  if (preview === undefined && named !== undefined) return "unknown";
  await trx
    .updateTable("previews")
    .set({ bound: sql<number>`case when id = ${preview?.id ?? ""} then 1 else 0 end` })
    .where("approval_id", "=", approvalId)
    .where("person_id", "=", personId)
    .execute();
  const bound = await trx
    .selectFrom("previews")
    .select("digest")
    .distinct()
    .where("approval_id", "=", approvalId)
    .where("bound", "=", 1)
    .orderBy("digest")
    .execute();
  return bound.flatMap(({ digest }) => (digest === null ? [] : [digest]));
}

/** What previews of settled questions showed is of no use any more. */
export async function forgetPreviews(
  trx: Trx,
  settled: readonly Pick<ApprovalRow, "id" | "subject_json">[],
): Promise<void> {
  // Nearly no question has any.
  const ids = settled.flatMap(({ id, subject_json }) => (subject_json.includes('"preview":') ? [id] : []));
  for (const list of idLists(ids))
    await trx.updateTable("previews").set({ shown_json: null }).where("approval_id", "in", list).execute();
}

/** Ends an accept whose call has not started, because what it was for has changed. Throws `StaleWrite` when it is none. */
export async function outdateApproval(trx: Trx, { id, decision }: { id: string; decision: object }): Promise<void> {
  const result = await trx
    .updateTable("approvals")
    .set({ status: "expired", decision_json: JSON.stringify(decision) })
    .where("id", "=", id)
    .where("status", "=", "accepted")
    .executeTakeFirst();
  expectOne(result, `accepted approval ${id}`);
}
