import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { configDefaults, defineConfig } from "vitest/config";

const tests = ["{lib,examples,bin,components,bench,e2e/support,e2e/chaos}/**/*.test.{ts,tsx}"];
/** What stands on the store runs once more, on PostgreSQL. */
const onStore = ["lib/{store,gate,agent,notify,server}/**/*.test.ts", "bin/**/*.postgres.test.ts"];
/** Runs that wait for people. */
const parked = ["lib/{gate,agent}/**/*.test.ts"];
const onPostgresOnly = ["**/*.postgres.test.ts"];

/**
 * As `npm test` asks: each test where it tells most. What is about the store and its transactions runs on both stores,
 * with waiting runs that leave memory on one and stay on the other; everything else runs once.
 */
const once = process.env["TEST_STORES"] === "one";
const aboutStore = ["lib/{store,gate,agent}/**/*.test.ts", "{lib,bin}/**/*.postgres.test.ts"];
/** What the gate and the agent make of one call, with nobody else about: SQLite tells as much. */
const ofOneCall = [
  "lib/gate/**/{binding,clearance,custom-policy,edit,find-provenance,grant-binding,hidden-tools,high-risk}.test.ts",
  "lib/gate/**/{open-approval,policy-contract,power-loss,published-designs,refusal-before-asking,server-ready}.test.ts",
  "lib/gate/**/{strategy,typed-confirmation-check,who}.test.ts",
  // What a server asks in mid-call, what a card shows of what will change, how close a tool is watched.
  "lib/gate/**/{ask-for-server,elicitor,preview-binding,previews,refusal-of-key,run-tool,shadow-mode}.test.ts",
  "lib/gate/**/{tighten,tightened,within-answer}.test.ts",
  "lib/agent/**/{answer-stream,delegating,give-up,model-messages,model-step,person-limits,pictures}.test.ts",
  "lib/agent/**/{run-answer,streamed-message,title-of,tool-call-ids}.test.ts",
  "lib/agent/hot/worker-file.test.ts",
];

/**
 * These put another module in the place of one, take the key that only the gate has, or set up the tracing of a whole
 * process: nobody else may meet them.
 */
const apart = testsWith(/vi\.mock\(|support\/(mcp-rig|sign-in-world|conformance-client)\.ts|OTEL_EXPORTER/);
/** These have the types and the lint of a whole copy looked at. */
const thorough = once ? ["e2e/support/recipes/recipes-types.test.ts"] : [];
/** A module that another file loaded before stays what it is: these run apart and nowhere else. */
const mocking = once ? testsWith(/vi\.mock\(/) : [];

function testsWith(pattern: RegExp): string[] {
  return globSync(tests, { cwd: import.meta.dirname }).filter((file) =>
    pattern.test(readFileSync(path.join(import.meta.dirname, file), "utf8")),
  );
}

// What Node compiled for one process serves the next one: the workers, and the programs that tests start.
process.env["NODE_COMPILE_CACHE"] ??= path.join(import.meta.dirname, "node_modules/.cache/compiled");

/** Unit, property and contract tests; they stand beside the code they test. Browser stories are Playwright's. */
export default defineConfig({
  test: {
    exclude: [...configDefaults.exclude, ".next/**"],
    // One less than there are processors, the default, is one of two; and many tests wait for a server or a clock.
    maxWorkers: Math.max(once ? 3 : 2, availableParallelism() - 1),
    // A process and its modules for each file take longer than most files. The whole still does so, and sees it if one
    // file leans on another.
    isolate: !once,
    // These end what hangs. A machine that does ten other things at once is slow, and that is no failure: tests have no
    // shorter limits of their own.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    provide: { thorough: !once, postgresUrl: null },
    projects: [
      {
        extends: true,
        test: {
          name: "sqlite",
          include: tests,
          exclude: [...onPostgresOnly, ...thorough, ...(once ? [...parked, ...apart] : [])],
        },
      },
      {
        // Here such runs leave memory at once, and elsewhere never: every story of one is told both ways.
        extends: true,
        test: { name: "cold", include: parked, exclude: [...onPostgresOnly, ...mocking], provide: { cold: "at once" } },
      },
      {
        extends: true,
        test: {
          name: "postgres",
          include: once ? aboutStore : onStore,
          exclude: once ? [...ofOneCall, ...mocking] : [],
          globalSetup: "e2e/support/postgres-for-tests.ts",
        },
      },
      ...(once ? [{ extends: true as const, test: { name: "apart", include: apart, isolate: true } }] : []),
    ],
  },
});
