import pg from "pg";
import type { Database } from "#lib/store/engine/database.ts";
import { migrate } from "#lib/store/migrations/migrate.ts";
import { postgresDatabase } from "#lib/store/engine/postgres.ts";

/** Makes a database of this name with the schema in it. The caller closes it before others are copied from it. */
export async function makeTemplate(maintenanceUrl: string, name: string): Promise<Database> {
  const client = new pg.Client({ connectionString: maintenanceUrl });
  await client.connect();
  try {
    await client.query(`drop database if exists ${name}`);
    await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
  const url = new URL(maintenanceUrl);
  url.pathname = `/${name}`;
  const database = postgresDatabase({ url: url.href, connections: 1, patient: true });
  await migrate(database);
  return database;
}
