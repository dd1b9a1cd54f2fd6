import { sql } from "kysely";
import type { Explanation } from "#lib/approvals/explanation.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { holdPerson } from "#lib/store/people/person-counts.ts";
import type { Trx } from "#lib/store/schema/trx.ts";

type Of = { approvalId: string; personId: string };

/** Longer than a model is waited for: whoever asked it is gone. */
const lostAfterMs = 180_000;
const most = 20;

/** Stores a question of a person about an open approval. One is answered before the next is asked. */
export async function insertExplanation(
  database: Database,
  trx: Trx,
  { id, approvalId, personId, question }: Of & { id: string; question: string },
): Promise<"asked" | "busy" | "too-many"> {
  const { now } = database;
  // Of several at once each sees the others.
  await holdPerson(database, trx, personId);
  const asked = await trx
    .selectFrom("explanations")
    .select(sql<number>`count(*)`.as("all"))
    .select(
      sql<number>`count(case when ended_at is null and asked_at > ${now} - ${sql.lit(lostAfterMs)} then 1 end)`.as(
        "open",
      ),
    )
    .where("approval_id", "=", approvalId)
    .where("person_id", "=", personId)
    .executeTakeFirstOrThrow();
  if (Number(asked.open) > 0) return "busy";
  if (Number(asked.all) >= most) return "too-many";
  await trx
    .insertInto("explanations")
    .values({ id, approval_id: approvalId, person_id: personId, question, asked_at: sql<number>`${now}` })
    .execute();
  return "asked";
}

export async function endExplanation(
  { db, now }: Database,
  id: string,
  said: Pick<Explanation, "answer" | "problem">,
): Promise<void> {
  await db
    .updateTable("explanations")
    .set({ ...said, ended_at: sql<number>`${now}` })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .execute();
}

/** What this person asked about an approval, oldest first. Nobody sees what others asked: it quotes their chat. */
export async function explanationsOf({ db, now }: Database, { approvalId, personId }: Of): Promise<Explanation[]> {
  const rows = await db
    .selectFrom("explanations")
    .selectAll()
    .select(sql<number>`${now} - asked_at`.as("age"))
    .where("approval_id", "=", approvalId)
    .where("person_id", "=", personId)
    .orderBy("asked_at")
    .orderBy("id")
    .execute();
  return rows.map(({ id, question, answer, problem, asked_at: askedAt, ended_at, age }) => {
    const isLost = ended_at === null && Number(age) > lostAfterMs;
    return { id, question, answer, problem: isLost ? "No answer came. Ask again." : problem, askedAt };
  });
}
