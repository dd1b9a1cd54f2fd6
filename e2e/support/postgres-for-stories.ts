import { postgresVariable } from "./app-store.ts";
import { startPostgres } from "./postgres-server.ts";

/** Playwright's set-up: the PostgreSQL of TEST_DATABASE_URL, or a fresh one that ends with the run. */
export default async function setUp(): Promise<() => Promise<void>> {
  const given = process.env["TEST_DATABASE_URL"];
  // Nothing that the stories tell depends on surviving a power cut.
  const started = given ? null : await startPostgres({ flags: ["-c", "fsync=off"] });
  // Its workers are started after this, with this environment.
  process.env[postgresVariable] = given ?? started?.url ?? "";
  return async () => {
    await started?.close();
  };
}
