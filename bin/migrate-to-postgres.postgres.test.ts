import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { runScript } from "#e2e/support/run-script.ts";
import { createDatabase } from "#e2e/support/test-template.ts";
import { lockData } from "#lib/server/start/data-lock.ts";
import { logger } from "#lib/server/observe/log.ts";
import { openStore } from "#lib/server/start/open-store.ts";
import { storeSecrets } from "#lib/server/start/store-secrets.ts";
import { aboutSecret } from "#lib/store/schema/about-secret.ts";
import { claimInstance } from "#lib/store/people/sessions.ts";

const silent = logger("silent", () => {});
let home: string;
let dataDir: string;
let DATABASE_URL: string;

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), "migrate-"));
  dataDir = path.join(home, "data");
  DATABASE_URL = await createDatabase(inject("postgresUrl") ?? "");
});
afterEach(() => rm(home, { recursive: true, force: true }));

const migrate = (env: Record<string, string> = { DATABASE_URL }) => runScript("migrate-to-postgres", { home, env });

async function opened(databaseUrl: string | null) {
  const database = await openStore({ dataDir, databaseUrl }, silent);
  if ("problem" in database) throw new Error(database.problem);
  return database;
}

/** A data directory whose instance belongs to somebody. */
async function claimedInstance(): Promise<void> {
  await mkdir(dataDir);
  const store = await opened(null);
  await claimInstance(store, { tokenHash: "a-hash", person: { id: "p1", name: "Kim" } });
  await store.close();
}

test("copies a local instance, says how many rows of what, and what to do next; a second time it refuses", async () => {
  await claimedInstance();
  const result = await migrate();
  expect(result).toMatchObject({ code: 0, err: "" });
  expect(result.out).toMatch(/^Copied to test_\w+ on 127\.0\.0\.1:\d+, every row read back and equal:\n/);
  expect(result.out).toMatch(/\n {2}people +1\n {2}sessions +1\n/);
  expect(result.out).toContain(`${dataDir}/countersign.sqlite holds what it held; keep it as a backup`);
  const moved = await opened(DATABASE_URL);
  expect(await moved.db.selectFrom("sessions").select("token_hash").execute()).toEqual([{ token_hash: "a-hash" }]);
  await moved.close();

  const again = await migrate();
  expect(again).toMatchObject({ code: 1, out: "" });
  expect(again.err).toMatch(/everything in it was moved to test_\w+ on [\d.:]+; set DATABASE_URL to that\.\n$/);
});

test("H17: sealed secrets are copied as they are, and open with the same key", async () => {
  await claimedInstance();
  const local = storeSecrets({ dataDir, databaseUrl: null, secretsKey: null });
  const entry_json = local.seal("{}", aboutSecret.serverEntry("web"));
  const store = await opened(null);
  const server = { id: "web", disabled: 0, trusted: null, exposure: null, changed_by: "p1", changed_at: 0 };
  await store.db
    .insertInto("tool_servers")
    .values([
      { ...server, entry_json },
      { ...server, id: "plain", entry_json: "{}" },
    ])
    .execute();
  await store.close();
  expect(await migrate()).toMatchObject({ code: 0, err: "", out: expect.stringContaining("secrets.key") });
  const moved = await opened(DATABASE_URL);
  const entries = async () => {
    const rows = await moved.db.selectFrom("tool_servers").selectAll().orderBy("id").execute();
    return rows.map((row) => row.entry_json);
  };
  expect(await entries()).toEqual(["{}", entry_json]);
  const secretsKey = readFileSync(path.join(dataDir, "secrets.key"), "utf8");
  const there = storeSecrets({ dataDir: "/nowhere", databaseUrl: DATABASE_URL, secretsKey });
  expect(there.open(entry_json, aboutSecret.serverEntry("web"))).toBe("{}");

  // A rotation by a file seals no more by it than before: it may be one instance's own.
  const rotated = await runScript("secrets", { home, env: { DATABASE_URL }, args: ["rotate"] });
  expect(rotated).toMatchObject({ code: 0, out: expect.stringContaining("Sealed with the new key: 1.") });
  expect(await entries()).toEqual(["{}", expect.not.stringContaining(entry_json)]);
  await moved.close();
});

test("I2: no app starts on a file that was moved, or a card could be approved in both stores", async () => {
  await claimedInstance();
  expect(await migrate()).toMatchObject({ code: 0 });
  expect(await openStore({ dataDir, databaseUrl: null }, silent)).toMatchObject({
    problem: expect.stringMatching(/countersign\.sqlite cannot be used: everything in it was moved to test_\w+ on/),
  });
});

test("a database that is not empty is named, with what is in it, and gets nothing", async () => {
  await claimedInstance();
  const other = await opened(DATABASE_URL);
  await claimInstance(other, { tokenHash: "another", person: { id: "p2", name: "Eve" } });
  await other.close();
  const result = await migrate();
  expect(result).toMatchObject({ code: 1, out: "" });
  expect(result.err).toMatch(
    /^Nothing was copied to test_\w+ on [\d.:]+\. It is not empty: there are rows in instance \(1\), people \(1\), .*\.\n$/,
  );
});

test("G5: copies nothing while the app runs", async () => {
  await claimedInstance();
  const lock = lockData(dataDir, { pid: process.pid, origin: "http://127.0.0.1:1" });
  if ("problem" in lock) throw new Error(lock.problem);
  const result = await migrate();
  expect(result).toMatchObject({ code: 1, out: "" });
  expect(result.err).toBe(
    `Another Countersign (process ${process.pid}, http://127.0.0.1:1) uses the data directory ${dataDir}; stop it, or set DATA_DIR.\n`,
  );
  lock.release();
});

test("without a store, or without a database, it says what is missing and makes neither", async () => {
  const nothing = await migrate();
  expect(nothing).toMatchObject({ code: 1, out: "" });
  expect(nothing.err).toMatch(/^There is nothing to copy: .*\.sqlite does not exist\. Is DATA_DIR right\?\n$/);
  expect(existsSync(dataDir)).toBe(false);
  expect(await migrate({})).toEqual({
    code: 1,
    out: "",
    err: "Set DATABASE_URL to the empty database that is to hold the store.\n",
  });
});
