import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { storeFile } from "#lib/server/start/open-store.ts";
import { migrate } from "#lib/store/migrations/migrate.ts";
import { sqliteDatabase } from "#lib/store/engine/sqlite.ts";
import { postgresVariable, preparedVariable } from "./app-store.ts";
import { makeTemplate } from "./make-template.ts";
import { startPostgres } from "./postgres-server.ts";
import { storyTemplate } from "./test-template.ts";

/**
 * Playwright's set-up: the PostgreSQL of TEST_DATABASE_URL, or a fresh one that ends with the run; and an empty store of
 * either kind with its schema in it, of which each story takes a copy.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const given = process.env["TEST_DATABASE_URL"];
  // Nothing that the stories tell depends on surviving a power cut.
  const started = given ? null : await startPostgres({ flags: ["-c", "fsync=off"] });
  const url = given ?? started?.url ?? "";
  await (await makeTemplate(url, storyTemplate)).close();
  const folder = await mkdtemp(path.join(tmpdir(), "countersign-prepared-"));
  const database = sqliteDatabase({ file: storeFile(folder) });
  await migrate(database);
  await database.close();
  // Its workers are started after this, with this environment.
  process.env[postgresVariable] = url;
  process.env[preparedVariable] = storeFile(folder);
  return async () => {
    await started?.close();
    await rm(folder, { recursive: true, force: true });
  };
}
