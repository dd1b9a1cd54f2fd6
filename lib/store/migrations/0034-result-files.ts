import type { Migration } from "kysely";

/** Pictures and sounds of results in chats. */
export const resultFiles: Migration = {
  up: async (db) => {
    await db.schema
      .createTable("result_files")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("call_id", "text", (column) => column.notNull().references("tool_calls.id").onDelete("cascade"))
      .addColumn("chat_id", "text", (column) => column.notNull())
      .addColumn("person_id", "text", (column) => column.notNull())
      .addColumn("media_type", "text", (column) => column.notNull())
      .addColumn("bytes", "bigint", (column) => column.notNull())
      .addColumn("base64", "text", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .execute();
    // A deleted call looks for its files, which a scan of all bytes must not answer.
    await db.schema.createIndex("result_files_of_call").on("result_files").column("call_id").execute();
    // What is kept is counted from the indexes alone.
    await db.schema
      .createIndex("result_files_of_chat")
      .on("result_files")
      .columns(["chat_id", "created_at", "id", "bytes"])
      .execute();
    await db.schema
      .createIndex("result_files_of_person")
      .on("result_files")
      .columns(["person_id", "created_at", "id", "bytes"])
      .execute();
  },
};
