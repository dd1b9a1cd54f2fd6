import { sql, type Expression, type ExpressionBuilder, type SqlBool } from "kysely";
import type { Role } from "#lib/people/role.ts";
import { signersOf, type Who } from "#lib/people/who.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { areApart } from "./hands.ts";
import type { Schema } from "#lib/store/schema/schema.ts";

type Approvals = ExpressionBuilder<Schema, "approvals">;

/** Roles that answer for others. An admin does not, unless they are made a reviewer: separation of duties. */
const reviewing: readonly Role[] = ["reviewer", "owner"];

type Row = ExpressionBuilder<Schema, "approvals" | "people">;
type Clock = Pick<Database, "now">;

/**
 * Whether the person of `people` may answer the question of `approvals`, both tables of the statement. The SQL form of
 * `mayAnswer`; every statement evaluates it again, so that a lost role counts at once (B11: lost rights count at once).
 */
export function mayAnswerRow({ now }: Clock) {
  return (row: Row) => row.and([isAskedOf(row), row.or([row("approvals.who_kind", "=", "self"), areApart(row, now)])]);
}

/** The same, without the check of hands on the account. */
function isAskedOf(row: Row) {
  const named = row
    .selectFrom("approval_signers")
    .select("approval_signers.approval_id")
    .whereRef("approval_signers.approval_id", "=", "approvals.id")
    .where((signer) =>
      signer.or([
        signer.and([signer("kind", "=", "person"), signer("name", "=", signer.ref("people.id"))]),
        signer.and([signer("kind", "=", "role"), signer("name", "=", sql<string>`people.role`)]),
      ]),
    );
  const isAnother = row("approvals.person_id", "!=", row.ref("people.id"));
  return row.and([
    row("people.disabled_at", "is", null),
    row.or([
      row.and([row("approvals.who_kind", "=", "self"), row("approvals.person_id", "=", row.ref("people.id"))]),
      row.and([row("approvals.who_kind", "=", "other"), isAnother, row("people.role", "in", reviewing)]),
      row.and([row("approvals.who_kind", "=", "quorum"), isAnother, row.exists(named)]),
    ]),
  ]);
}

/**
 * Whether this person may answer a question: the one predicate for answering, listing and showing. A question of
 * another person (B1), and one in their own chat that others answer (F10: calling and answering apart), are not theirs.
 */
export function answerableBy({ now }: Clock, personId: string) {
  return askedOf(personId, (row) => areApart(row, now));
}

/** Questions put to a person by name or role; `alsoOfOthers` narrows those that other people's chats put to them. */
function askedOf(personId: string, alsoOfOthers: (row: Row) => Expression<SqlBool> = () => sql`1 = 1`) {
  return (approval: Approvals) => {
    const person = approval
      .selectFrom("people")
      .select("people.id")
      .where("people.id", "=", personId)
      .where("people.disabled_at", "is", null);
    const kind = "approvals.who_kind";
    const asker = "approvals.person_id";
    // Separate conditions, so that each uses its own index, and only a quorum is checked row by row.
    return approval.or([
      approval.and([approval(kind, "=", sql.lit("self")), approval(asker, "=", personId), approval.exists(person)]),
      approval.and([
        approval(kind, "=", sql.lit("other")),
        approval(asker, "!=", personId),
        approval.exists(person.where("people.role", "in", reviewing).where(alsoOfOthers)),
      ]),
      approval.and([
        approval(kind, "=", sql.lit("quorum")),
        approval.exists(person.where(isAskedOf).where(alsoOfOthers)),
      ]),
    ]);
  };
}

/**
 * Whether a person may see a question: it is asked in their chat, or put to them. Also where they do not count as a
 * second person, so that they can be told why.
 */
export function visibleTo(personId: string) {
  return (approval: Approvals) =>
    approval.or([approval("approvals.person_id", "=", personId), askedOf(personId)(approval)]);
}

/** What a person may see beside the questions of their own chats. */
export function putByOthersTo(personId: string) {
  return (approval: Approvals) =>
    approval.and([
      // A literal, so that the planner uses the partial index.
      approval("approvals.who_kind", "!=", sql.lit("self")),
      approval("approvals.person_id", "!=", personId),
      askedOf(personId)(approval),
    ]);
}

/**
 * Whether enough different people signed who may all still sign. Always true where one person answers. Necessary but
 * not sufficient where several groups must sign: `areEnough` decides that.
 */
export function isSignedByEnough(clock: Clock, approval: Approvals) {
  const signed = approval
    .selectFrom("approval_answers")
    .innerJoin("people", "people.id", "approval_answers.person_id")
    .select((row) => row.fn.count<number>("approval_answers.person_id").as("count"))
    .whereRef("approval_answers.approval_id", "=", "approvals.id")
    .where("approval_answers.action", "=", "accept")
    .where(mayAnswerRow(clock));
  return approval.or([
    approval("approvals.who_kind", "!=", "quorum"),
    approval(signed, ">=", approval.ref("approvals.needed")),
  ]);
}

/**
 * Locks the person who answers, and those who signed before, until the transaction ends: a right that is taken away no
 * longer counts for a later commit (B11: lost rights count at once). Nobody shares this lock: those who share one pass
 * whoever waits to shut them out, for as long as they come. The caller holds the run's lock. SQLite has one writer anyway.
 */
export async function holdAnswerers(
  { dialect }: Database,
  trx: Trx,
  { approvalId, personId }: { approvalId: string; personId: string },
): Promise<void> {
  if (dialect === "sqlite") return;
  await trx
    .selectFrom("people")
    .select("id")
    .where((person) =>
      person.or([
        person("id", "=", personId),
        person("id", "in", (answers) =>
          answers.selectFrom("approval_answers").select("person_id").where("approval_id", "=", approvalId),
        ),
      ]),
    )
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/** Those of these people who may answer a question in one of these chats that is not only for its own person. */
export async function answerersAmong(
  { db, now }: Database,
  { personIds, chatIds }: { personIds: readonly string[]; chatIds: readonly string[] },
): Promise<string[]> {
  if (personIds.length === 0 || chatIds.length === 0) return [];
  const rows = await db
    .selectFrom("approvals")
    .innerJoin("people", (join) => join.on("people.id", "in", personIds))
    .select("people.id")
    .distinct()
    .where("approvals.who_kind", "!=", sql.lit("self"))
    .where("approvals.chat_id", "in", chatIds)
    .where(mayAnswerRow({ now }))
    .execute();
  return rows.map(({ id }) => id);
}

/** Stores all who may sign for some part of a quorum. */
export async function insertSigners(trx: Trx, approvalId: string, who: Who): Promise<void> {
  if (who.kind !== "quorum") return;
  const named = signersOf(who);
  const people = new Set(named.flatMap((signers) => signers.people));
  const roles = new Set(named.flatMap((signers) => signers.roles));
  const signers = [
    ...[...people].map((name) => ({ approval_id: approvalId, kind: "person" as const, name })),
    ...[...roles].map((name) => ({ approval_id: approvalId, kind: "role" as const, name })),
  ];
  if (signers.length > 0) await trx.insertInto("approval_signers").values(signers).execute();
}

type Enabled = { id: string; name: string; email: string | null; role: Role };

/** Everybody who may sign in, sorted by name. */
export async function enabledPeople({ db }: Pick<Database, "db">): Promise<Enabled[]> {
  return db
    .selectFrom("people")
    .select(["id", "name", "email", "role"])
    .where("disabled_at", "is", null)
    .orderBy("name")
    .orderBy("id")
    .execute();
}
