import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { runScript } from "#e2e/support/run-script.ts";
import { createDatabase } from "#e2e/support/test-template.ts";
import { migrate } from "#lib/store/migrations/migrate.ts";
import { postgresDatabase } from "#lib/store/engine/postgres.ts";

let home: string;
let url: URL;

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), "start-"));
  url = new URL(await createDatabase(inject("postgresUrl") ?? ""));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const start = () => runScript("start", { home, env: { DATABASE_URL: url.href } });

async function tables(): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const { rows } = await client.query("select tablename from pg_tables where schemaname = current_schema()");
  await client.end();
  return rows;
}

test("a wrong password is one sentence without it, and nothing was touched", async () => {
  const right = url.href;
  url.password = "not%20the%20one";
  const role = `kim_${process.pid}`;
  const admin = new pg.Client({ connectionString: right });
  await admin.connect();
  await admin.query(`create role ${role} login password 'right'`);
  url.username = role;
  const result = await start();
  await admin.query(`drop role ${role}`);
  await admin.end();
  expect(result).toEqual({
    code: 1,
    out: "",
    err: `The store ${url.pathname.slice(1)} on ${url.host} cannot be used: password authentication failed for user "${role}"; look at the user and the password in DATABASE_URL.\n`,
  });
  url = new URL(right);
  expect(await tables()).toEqual([]);
  expect(existsSync(path.join(home, "data"))).toBe(false);
});

test("a database that does not exist is one sentence, and it is not made", async () => {
  url.pathname = "/nowhere";
  const result = await start();
  expect(result).toEqual({
    code: 1,
    out: "",
    err: `The store nowhere on ${url.host} cannot be used: database "nowhere" does not exist; create it first, for instance with createdb.\n`,
  });
  expect(existsSync(path.join(home, "data"))).toBe(false);
});

test("a store of a later release is one sentence, and stays as it is", async () => {
  const database = postgresDatabase({ url: url.href, patient: true });
  await migrate(database);
  await sql`insert into kysely_migration values ('9999-later', '2999-01-01')`.execute(database.db);
  const result = await start();
  expect(result).toEqual({
    code: 1,
    out: "",
    err: `The store ${url.pathname.slice(1)} on ${url.host} cannot be used: The store was written by a later release, which knows 9999-later.\n`,
  });
  expect(await database.db.selectFrom("links").selectAll().execute()).toEqual([]);
  await database.close();
  expect(existsSync(path.join(home, "data"))).toBe(false);
});

test("npm run link says that no app was ever started on a database", async () => {
  const result = await runScript("link", { home, env: { DATABASE_URL: url.href } });
  expect(result).toMatchObject({ code: 1, out: "" });
  expect(result.err).toMatch(/^The store test_\w+ on [^ ]+ cannot be used: .*; start the app on it first\.\n$/);
});
