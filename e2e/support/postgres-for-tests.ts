import { sql } from "kysely";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrate } from "#lib/store/migrate.ts";
import { postgresDatabase } from "#lib/store/postgres.ts";
import { startPostgres, type PostgresServer } from "./postgres-server.ts";
import { template } from "./test-template.ts";

let started: PostgresServer | null = null;

/** Vitest's set-up of the tests on PostgreSQL: the one of TEST_DATABASE_URL, or a fresh one. */
export async function setup(project: TestProject): Promise<void> {
  const given = process.env["TEST_DATABASE_URL"];
  // Of what these tests check, nothing depends on surviving a power cut.
  started = given ? null : await startPostgres({ flags: ["-c", "fsync=off", "-c", "max_connections=300"] });
  const url = given ?? started?.url ?? "";
  await makeTemplate(url);
  project.provide("postgresUrl", url);
}

export async function teardown(): Promise<void> {
  await started?.close();
}

async function makeTemplate(maintenanceUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: maintenanceUrl });
  await client.connect();
  try {
    await client.query(`drop database if exists ${template}`);
    await client.query(`create database ${template}`);
  } finally {
    await client.end();
  }
  const url = new URL(maintenanceUrl);
  url.pathname = `/${template}`;
  const database = postgresDatabase({ url: url.href, connections: 1, patient: true });
  await migrate(database);
  // As SQLite has it, so that tests can ask for rows in the order in which they were made.
  for (const table of ["runs", "approvals"]) {
    await sql`alter table ${sql.table(table)} add column rowid bigint generated always as identity`.execute(
      database.db,
    );
  }
  await database.close();
}
