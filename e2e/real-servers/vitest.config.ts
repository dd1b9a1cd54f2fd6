import { defineConfig } from "vitest/config";

/** Tests against published servers, which `npm run test:all` installs into the folder beside. */
export default defineConfig({
  cacheDir: "../../node_modules/.vite",
  test: { root: import.meta.dirname, include: ["*.test.ts"], testTimeout: 300_000, hookTimeout: 300_000 },
});
