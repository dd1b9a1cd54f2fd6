import { defineConfig } from "@playwright/test";
import { findBrowser } from "./support/browser.ts";
import type { StoryOptions } from "./support/story.ts";

const executablePath = findBrowser();
const asRoot = process.getuid?.() === 0;

/** Stories that no store has a part in; told once. */
const withoutStore = [
  // What the build contains; nothing is started.
  "build.spec.ts",
  // Cards in a gallery: no server behind them.
  "cards-*.spec.ts",
  // A script of ours beside a frame, in a page of its own.
  "apps-keyboard.spec.ts",
  // How the pages look, what they load and what they refuse to draw.
  "pages.spec.ts",
  // What the process says when it starts and ends; its lock and its damaged file are SQLite's.
  "start.spec.ts",
];
/** A store that several processes use, and one that can be gone while they live. */
const ofPostgres = ["instances*.spec.ts", "store-gone.spec.ts"];
/** What a store keeps while nobody has it in memory, and who may answer it: told there if they are told once. */
const betterOnPostgres = [
  "crashes.spec.ts",
  "endings.spec.ts",
  "grants.spec.ts",
  "inbox*.spec.ts",
  "keys.spec.ts",
  "links.spec.ts",
  "quorum.spec.ts",
  "reload-and-tabs.spec.ts",
  "team.spec.ts",
];
/**
 * The suggestions under the address bar are two pages of their own in each window, which nobody sees here; they took
 * more than half of what a story costs the browser. Of such lists the last one counts, so Playwright's stands in it too.
 */
const features = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "TcpPortRandomizationWin",
  "ThirdPartyStoragePartitioning",
];
/** As `npm test` asks. */
const once = process.env["TEST_STORES"] === "one";

/**
 * Stories of the production build, in a browser. Told on both stores, or as `npm test` does on one of them: on SQLite
 * runs that wait stay in memory, on PostgreSQL they leave it at once.
 */
export default defineConfig<StoryOptions>({
  testDir: "stories",
  globalSetup: "./support/stores-for-stories.ts",
  projects: [
    // The longest ones begin.
    {
      name: "postgres",
      use: { store: "postgres" },
      ...(once ? { testMatch: [...ofPostgres, ...betterOnPostgres] } : { testIgnore: withoutStore }),
    },
    {
      name: "sqlite",
      use: { store: "sqlite" },
      testIgnore: once ? [...ofPostgres, ...betterOnPostgres] : ofPostgres,
    },
  ],
  outputDir: "../test-results/stories",
  // One more than two processors have: stories wait for processes and clocks. With four the same stories took 8 % longer
  // there, and a third more of the processors in all, with two they took as long.
  workers: 3,
  // Whoever is free takes the next story, of whichever file: so both are busy to the end.
  fullyParallel: true,
  ...(once ? { grepInvert: /@again/ } : {}),
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: [["list"], ["json", { outputFile: "../test-results/stories.json" }]],
  use: {
    // Traces take a sixth of the machine from every story. One that failed is told again with `--trace on`.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      ...(executablePath === null ? {} : { executablePath }),
      // Chromium refuses to run its sandbox as root, and CI containers are root.
      args: [
        ...(asRoot ? ["--no-sandbox"] : []),
        "--disable-gpu",
        "--disable-background-networking",
        `--disable-features=${features.join(",")}`,
      ],
    },
  },
});
