import { randomUUID } from "node:crypto";
import pg from "pg";

/** The migrated database that those of the unit tests are copies of. */
export const template = "countersign_template";
/** A unit test opens at most so many stores at once, each with so many connections. */
export const mostOpen = 10;
export const connections = 8;
/** The one that those of the stories are copies of. */
export const storyTemplate = "countersign_story_template";

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
  return statement(maintenanceUrl, `drop database if exists ${nameOf(url)} with (force)`);
}

/** Cuts off everybody who uses a database that was made here, and lets nobody in. */
export async function closeDatabase(url: string): Promise<void> {
  const name = nameOf(url);
  await statement(maintenanceOf(url), `alter database ${name} with allow_connections false`);
  await statement(
    maintenanceOf(url),
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  );
}

export function openDatabase(url: string): Promise<void> {
  return statement(maintenanceOf(url), `alter database ${nameOf(url)} with allow_connections true`);
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

/** Another database of the same server. */
function maintenanceOf(url: string): string {
  return new URL("/postgres", url).href;
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
