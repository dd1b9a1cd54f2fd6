import type { ColumnDefinitionBuilder, Kysely, Migration } from "kysely";
import { sql } from "kysely";
import type { Dialect } from "#lib/store/schema/dialect.ts";

export function initial(dialect: Dialect): Migration {
  return { up: (db) => up(db, dialect) };
}

async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable("instance")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("value", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("people")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("sessions")
    .addColumn("token_hash", "text", (column) => column.primaryKey())
    .addColumn("person_id", "text", (column) => column.notNull().references("people.id"))
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("last_seen_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("links")
    .addColumn("key_hash", "text", (column) => column.primaryKey())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .addColumn("used_at", "bigint")
    .execute();
  await db.schema
    .createTable("chats")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("person_id", "text", (column) => column.notNull().references("people.id"))
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("titled_by", "text", (column) => column.notNull())
    .addColumn("instructions", "text", (column) => column.notNull())
    .addColumn("model", "text")
    .addColumn("version", "bigint", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("chats_by_person").on("chats").columns(["person_id", "updated_at"]).execute();
  await db.schema
    .createTable("messages")
    .addColumn("chat_id", "text", (column) => column.notNull().references("chats.id").onDelete("cascade"))
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("seq", "bigint", (column) => column.notNull())
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("shape", "integer", (column) => column.notNull())
    .addColumn("parts_json", "text", (column) => column.notNull())
    .addColumn("metadata_json", "text", (column) => column.notNull())
    .addColumn("run_id", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("messages_key", ["chat_id", "id"])
    .execute();
  await db.schema.createIndex("messages_in_order").unique().on("messages").columns(["chat_id", "seq"]).execute();
  await db.schema
    .createTable("queued_messages")
    .addColumn("chat_id", "text", (column) => column.notNull().references("chats.id").onDelete("cascade"))
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("queued_messages_key", ["chat_id", "id"])
    .execute();
  // These "in order" hold the order that is asked for: sorting two rows costs SQLite more than all else of a read.
  await db.schema
    .createIndex("queued_messages_in_order")
    .on("queued_messages")
    .columns(["chat_id", "created_at", "id"])
    .execute();
  await createRuns(db);
  await createCalls(db);
  await db.schema
    .createTable("audit")
    .addColumn("seq", dialect === "sqlite" ? "integer" : "bigint", (column) => growing(column, dialect).primaryKey())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("person_id", "text")
    .addColumn("chat_id", "text")
    .addColumn("run_id", "text")
    .addColumn("call_id", "text")
    .addColumn("approval_id", "text")
    .addColumn("detail_json", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("notes")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("person_id", "text", (column) => column.notNull().references("people.id"))
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
}

/** A number that only ever grows, whatever is deleted. */
function growing(column: ColumnDefinitionBuilder, dialect: Dialect): ColumnDefinitionBuilder {
  return dialect === "sqlite" ? column.autoIncrement() : column.generatedByDefaultAsIdentity();
}

async function createRuns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("runs")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("chat_id", "text", (column) => column.notNull().references("chats.id").onDelete("cascade"))
    .addColumn("person_id", "text", (column) => column.notNull())
    .addColumn("user_message_id", "text", (column) => column.notNull())
    .addColumn("message_id", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("owner", "text")
    .addColumn("fence", "bigint", (column) => column.notNull())
    .addColumn("lease_until", "bigint", (column) => column.notNull())
    .addColumn("rounds", "integer", (column) => column.notNull())
    .addColumn("asks", "integer", (column) => column.notNull())
    .addColumn("model", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("ended_at", "bigint")
    .execute();
  // At most one live run per chat, whoever starts it.
  await db.schema
    .createIndex("runs_one_live_per_chat")
    .unique()
    .on("runs")
    .column("chat_id")
    .where(sql.ref("status"), "in", sql`('running', 'parked')`)
    .execute();
  await db.schema.createIndex("runs_by_status").on("runs").columns(["status", "created_at"]).execute();
}

async function createCalls(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("tool_calls")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("run_id", "text", (column) => column.notNull().references("runs.id").onDelete("cascade"))
    .addColumn("chat_id", "text", (column) => column.notNull())
    .addColumn("person_id", "text", (column) => column.notNull())
    .addColumn("tool_call_id", "text", (column) => column.notNull())
    .addColumn("step", "integer", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("wire_name", "text", (column) => column.notNull())
    .addColumn("server_id", "text", (column) => column.notNull())
    .addColumn("tool_name", "text", (column) => column.notNull())
    .addColumn("fingerprint", "text", (column) => column.notNull())
    .addColumn("arguments_json", "text", (column) => column.notNull())
    .addColumn("effective_json", "text", (column) => column.notNull())
    .addColumn("digest", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("verdict_json", "text")
    .addColumn("started_fence", "bigint")
    .addColumn("resumption_json", "text")
    .addColumn("result_json", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("started_at", "bigint")
    .addColumn("ended_at", "bigint")
    .addUniqueConstraint("tool_calls_once_per_run", ["run_id", "tool_call_id"])
    .execute();
  // The few calls in flight, found without looking at all that ever were.
  await db.schema
    .createIndex("tool_calls_running")
    .on("tool_calls")
    .column("run_id")
    .where(sql.ref("state"), "=", sql.lit("running"))
    .execute();
  await db.schema.createIndex("tool_calls_in_order").on("tool_calls").columns(["run_id", "step", "position"]).execute();
  await db.schema
    .createTable("approvals")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("call_id", "text", (column) => column.notNull().references("tool_calls.id").onDelete("cascade"))
    .addColumn("run_id", "text", (column) => column.notNull())
    .addColumn("chat_id", "text", (column) => column.notNull())
    .addColumn("person_id", "text", (column) => column.notNull())
    .addColumn("tool_call_id", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("subject_json", "text", (column) => column.notNull())
    .addColumn("digest", "text", (column) => column.notNull())
    .addColumn("request_key", "text")
    .addColumn("held_by", "text")
    .addColumn("timeout_ms", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .addColumn("extensions", "integer", (column) => column.notNull())
    .addColumn("requested_at", "bigint", (column) => column.notNull())
    .addColumn("decision_json", "text")
    .addColumn("decided_by", "text")
    .addColumn("answer_hash", "text")
    .addColumn("decided_at", "bigint")
    .execute();
  await db.schema
    .createIndex("approvals_of_run_in_order")
    .on("approvals")
    .columns(["run_id", "requested_at", "id"])
    .execute();
  await db.schema
    .createIndex("approvals_by_person")
    .on("approvals")
    .columns(["person_id", "status", "requested_at"])
    .execute();
  // Open ones only: what was answered grows without end, and an index by status would be taken for a short way to it.
  await db.schema
    .createIndex("approvals_due")
    .on("approvals")
    .column("expires_at")
    .where(sql.ref("status"), "=", sql.lit("pending"))
    .execute();
  await db.schema.createIndex("approvals_by_chat").on("approvals").columns(["chat_id", "status"]).execute();
  await db.schema
    .createIndex("approvals_of_call_in_order")
    .on("approvals")
    .columns(["call_id", "requested_at", "id"])
    .execute();
}
