import { randomUUID } from "node:crypto";
import pg from "pg";

/** The migrated database that those of the unit tests are copies of. */
export const template = "countersign_template";

/** Makes a database of its own, a copy of another or empty, and returns its URL. */
export async function createDatabase(maintenanceUrl: string, copyOf = "template0"): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await statement(maintenanceUrl, `create database ${name} template ${copyOf}`);
  const url = new URL(maintenanceUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Removes a database that was made here, whoever is still connected to it. */
export function dropDatabase(maintenanceUrl: string, url: string): Promise<void> {
  return statement(maintenanceUrl, `drop database if exists ${new URL(url).pathname.slice(1)} with (force)`);
}

async function statement(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
