import { configDefaults, defineConfig } from "vitest/config";

/** Unit, property and contract tests; they stand beside the code they test. Browser stories are Playwright's. */
export default defineConfig({
  test: {
    include: ["{lib,examples,bin,components,bench,e2e/support}/**/*.test.{ts,tsx}"],
    exclude: [...configDefaults.exclude, ".next/**"],
    // Tests start real servers and databases; on a small machine a slow start is not a failure.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    restoreMocks: true,
  },
});
