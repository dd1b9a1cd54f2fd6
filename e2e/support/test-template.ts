import { randomUUID } from "node:crypto";
import pg from "pg";

/** The migrated database that those of the unit tests are copies of. */
export const template = "countersign_template";

/** Makes a database of its own, a copy of another or empty, and returns its URL. */
export async function createDatabase(maintenanceUrl: string, copyOf = "template0"): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const client = new pg.Client({ connectionString: maintenanceUrl });
  await client.connect();
  try {
    await client.query(`create database ${name} template ${copyOf}`);
  } finally {
    await client.end();
  }
  const url = new URL(maintenanceUrl);
  url.pathname = `/${name}`;
  return url.href;
}
