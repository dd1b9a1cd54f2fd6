import { defineConfig } from "@playwright/test";
import { findBrowser } from "./support/browser.ts";

const executablePath = findBrowser();
const asRoot = process.getuid?.() === 0;

/** One story per file in `stories`, each with its own server from the production build (support). */
export default defineConfig({
  testDir: "stories",
  outputDir: "../test-results/stories",
  // Each story starts a server, MCP servers and a browser: more than two at once only slow one another down.
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: [["list"], ["json", { outputFile: "../test-results/stories.json" }]],
  use: {
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: {
      ...(executablePath === null ? {} : { executablePath }),
      // Chromium refuses to run its sandbox as root, and CI containers are root.
      args: [...(asRoot ? ["--no-sandbox"] : []), "--disable-gpu", "--disable-background-networking"],
    },
  },
});
