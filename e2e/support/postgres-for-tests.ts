import { sql } from "kysely";
import type { TestProject } from "vitest/node";
import { makeTemplate } from "./make-template.ts";
import { startPostgres, type PostgresServer } from "./postgres-server.ts";
import { connections, mostOpen, template } from "./test-template.ts";

let started: PostgresServer | null = null;

/** Vitest's set-up of the tests on PostgreSQL: the one of TEST_DATABASE_URL, or a fresh one. */
export async function setup(project: TestProject): Promise<void> {
  const given = process.env["TEST_DATABASE_URL"];
  // As many as all workers can hold at once, and some for making databases and for tests that connect by themselves.
  const most = (project.vitest.config.maxWorkers + 1) * mostOpen * connections;
  // Of what these tests check, nothing depends on surviving a power cut.
  started = given ? null : await startPostgres({ flags: ["-c", "fsync=off", "-c", `max_connections=${most}`] });
  const url = given ?? started?.url ?? "";
  await makeUnitTemplate(url);
  project.provide("postgresUrl", url);
}

export async function teardown(): Promise<void> {
  await started?.close();
}

async function makeUnitTemplate(maintenanceUrl: string): Promise<void> {
  const database = await makeTemplate(maintenanceUrl, template);
  // As SQLite has it, so that tests can ask for rows in the order in which they were made.
  for (const table of ["runs", "approvals"]) {
    await sql`alter table ${sql.table(table)} add column rowid bigint generated always as identity`.execute(
      database.db,
    );
  }
  await database.close();
}
