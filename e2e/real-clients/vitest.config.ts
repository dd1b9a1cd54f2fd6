import { defineConfig } from "vitest/config";

/** Tests with published clients, which `npm run test:all` installs into the folder beside. */
export default defineConfig({
  cacheDir: "../../node_modules/.vite",
  test: {
    root: import.meta.dirname,
    include: ["*.test.ts"],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    provide: { thorough: false, postgresUrl: null },
  },
});
