import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";

const include = ["{lib,examples,bin,components,bench,e2e/support,e2e/chaos}/**/*.test.{ts,tsx}"];
/** What stands on the store runs once more, on PostgreSQL. */
const onStore = ["lib/{store,gate,agent,notify,server}/**/*.test.ts", "bin/**/*.postgres.test.ts"];
/** Runs that wait for people. */
const parked = ["lib/{gate,agent}/**/*.test.ts"];
const onPostgresOnly = ["**/*.postgres.test.ts"];

/** Unit, property and contract tests; they stand beside the code they test. Browser stories are Playwright's. */
export default defineConfig({
  test: {
    exclude: [...configDefaults.exclude, ".next/**"],
    // One less than there are processors, the default, is one of two; and many tests wait for a server or a clock.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Tests start real servers and databases; on a small machine a slow start is not a failure.
    testTimeout: 90_000,
    hookTimeout: 60_000,
    // A second, the default, is less than such a machine may stand still.
    expect: { poll: { timeout: 30_000 } },
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: { name: "sqlite", include, exclude: onPostgresOnly, provide: { postgresUrl: null } },
      },
      {
        // Here such runs leave memory at once, and elsewhere never: every story of one is told both ways.
        extends: true,
        test: {
          name: "cold",
          include: parked,
          exclude: onPostgresOnly,
          provide: { postgresUrl: null, cold: "at once" },
        },
      },
      {
        extends: true,
        test: { name: "postgres", include: onStore, globalSetup: "e2e/support/postgres-for-tests.ts" },
      },
    ],
  },
});
