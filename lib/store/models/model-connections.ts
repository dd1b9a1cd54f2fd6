import { sql } from "kysely";
import type { AccountModel } from "#lib/chat/model-connection.ts";
import type { Role } from "#lib/people/role.ts";
import { may } from "#lib/people/may.ts";
import { record } from "#lib/store/audit/record.ts";
import { inTransaction, type Database } from "#lib/store/engine/database.ts";
import { holdSession, roleNow } from "#lib/store/people/hold-session.ts";
import { countMade, lockCount } from "#lib/store/people/person-counts.ts";
import type { ModelConnectionRow } from "#lib/store/schema/model-tables.ts";
import type { Trx } from "#lib/store/schema/trx.ts";

const defaultModel = "default-model";

/** `role`: of its person, while they may sign in. */
export type StoredConnection = ModelConnectionRow & { role: Role | null };

/** Oldest first. */
export function allModelConnections({ db }: Database): Promise<StoredConnection[]> {
  return db
    .selectFrom("model_connections")
    .leftJoin("people", (join) =>
      join.onRef("people.id", "=", "model_connections.person_id").on("people.disabled_at", "is", null),
    )
    .selectAll("model_connections")
    .select("people.role")
    .orderBy("model_connections.created_at")
    .orderBy("model_connections.id")
    .execute();
}

/** Key of the model that the owner chose for chats that name none; null: the first. */
export async function chosenDefaultModel({ db }: Database): Promise<string | null> {
  const row = await db.selectFrom("instance").select("value").where("key", "=", defaultModel).executeTakeFirst();
  return row?.value ?? null;
}

export type NewModelConnection = Pick<
  ModelConnectionRow,
  "id" | "person_id" | "provider" | "base_url" | "sealed_key" | "models_json"
>;

/** Whether somebody may change a connection now: their own, or one of everybody's. */
async function holdRight(
  database: Database,
  trx: Trx,
  personId: string,
  connection: Pick<ModelConnectionRow, "person_id">,
): Promise<boolean> {
  const role = await roleNow(database, trx, personId);
  if (role === null) return false;
  return connection.person_id === null ? may(role, "manage-models") : connection.person_id === personId;
}

/** Who asks, and in which session. */
type InSession = { id: string; tokenHash: string };

/** Adds an account, unless its person, or everybody, has `most` already. `taken`: another has this id. */
export function addModelConnection(
  database: Database,
  { id: personId, tokenHash }: InSession,
  { host, most, ...connection }: NewModelConnection & { host: string; most: number },
): Promise<"added" | "too-many" | "forbidden" | "signed-out" | "taken"> {
  return inTransaction(database, async (trx) => {
    if (!(await holdSession(database, trx, { personId, tokenHash }))) return "signed-out";
    if (!(await holdRight(database, trx, personId, connection))) return "forbidden";
    await lockCount(database, trx, "models");
    const added = await trx
      .insertInto("model_connections")
      .values({ ...connection, created_by: personId, created_at: sql<number>`${database.now}` })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (added === undefined) return "taken";
    const { count } = await trx
      .selectFrom("model_connections")
      .select((all) => all.fn.countAll<number>().as("count"))
      .where("person_id", connection.person_id === null ? "is" : "=", connection.person_id)
      .executeTakeFirstOrThrow();
    if (Number(count) > most) {
      await trx.deleteFrom("model_connections").where("id", "=", connection.id).execute();
      return "too-many";
    }
    await countMade(database, trx, personId);
    const said = { connectionId: connection.id, host, isPersonal: connection.person_id !== null };
    await record(database, trx, { personId }, { kind: "model-connected", ...said });
    await database.signals.sendWith(trx, { type: "models" });
    return "added";
  });
}

type Change = { models: AccountModel[]; sealedKey?: string };

/** Null when there is no such account that this person may change. */
export function changeModelConnection(
  database: Database,
  { id: personId, tokenHash }: InSession,
  { id, host, change }: { id: string; host: string; change: (row: ModelConnectionRow) => Change | null },
): Promise<ModelConnectionRow | null> {
  return inTransaction(database, async (trx) => {
    if (!(await holdSession(database, trx, { personId, tokenHash }))) return null;
    const row = await held(database, trx, personId, id);
    const changed = row && change(row);
    if (!row || !changed) return null;
    const values = {
      models_json: JSON.stringify(changed.models),
      ...(changed.sealedKey === undefined ? {} : { sealed_key: changed.sealedKey }),
    };
    await trx.updateTable("model_connections").set(values).where("id", "=", id).execute();
    await countMade(database, trx, personId);
    const shown = changed.models.filter(({ isShown }) => isShown).map((model) => model.id);
    const newKey = changed.sealedKey !== undefined;
    const said = { connectionId: id, host, newKey, shown: shown.slice(0, 20) };
    await record(database, trx, { personId }, { kind: "model-connection-changed", ...said });
    await database.signals.sendWith(trx, { type: "models" });
    return { ...row, ...values };
  });
}

export function removeModelConnection(
  database: Database,
  personId: string,
  { id, host }: { id: string; host: string },
): Promise<boolean> {
  return inTransaction(database, async (trx) => {
    const row = await held(database, trx, personId, id);
    if (!row) return false;
    await trx.deleteFrom("model_connections").where("id", "=", id).execute();
    await record(database, trx, { personId }, { kind: "model-disconnected", connectionId: id, host });
    await database.signals.sendWith(trx, { type: "models" });
    return true;
  });
}

/** False when this person may not choose it now. */
export function chooseDefaultModel(database: Database, personId: string, key: string | null): Promise<boolean> {
  return inTransaction(database, async (trx) => {
    const role = await roleNow(database, trx, personId);
    if (role === null || !may(role, "manage-models")) return false;
    await trx.deleteFrom("instance").where("key", "=", defaultModel).execute();
    if (key !== null) await trx.insertInto("instance").values({ key: defaultModel, value: key }).execute();
    await countMade(database, trx, personId);
    await record(database, trx, { personId }, { kind: "default-model-chosen", model: key });
    await database.signals.sendWith(trx, { type: "models" });
    return true;
  });
}

async function held(database: Database, trx: Trx, personId: string, id: string): Promise<ModelConnectionRow | null> {
  const row = await trx
    .selectFrom("model_connections")
    .selectAll()
    .where("id", "=", id)
    .$if(database.dialect === "postgres", (rows) => rows.forUpdate())
    .executeTakeFirst();
  return row !== undefined && (await holdRight(database, trx, personId, row)) ? row : null;
}
