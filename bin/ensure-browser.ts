import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { findBrowsers, firefoxPath } from "#e2e/support/browser.ts";

const playwright = path.resolve(import.meta.dirname, "../node_modules/@playwright/test/cli.js");

/**
 * Finds a working browser, or installs one: Playwright's own, and where that cannot be downloaded or lacks libraries,
 * Debian's package if we may. Resolves to its path, or to a sentence that says what to install.
 */
export function ensureBrowser(say: (line: string) => void): { executablePath: string } | { problem: string } {
  const named = process.env["CHROMIUM_PATH"];
  const found = firstThatRuns();
  if (found !== null) return { executablePath: found };
  if (named) return { problem: `CHROMIUM_PATH=${named} is not a browser that runs here.` };
  for (const install of [installPlaywrights, installDebians]) {
    if (!install(say)) continue;
    const installed = firstThatRuns();
    if (installed !== null) return { executablePath: installed };
  }
  return {
    problem:
      "No browser runs here and none could be installed: install Chromium or Chrome, or set CHROMIUM_PATH to one, " +
      "and run this again.",
  };
}

/**
 * Finds Firefox, or installs Debian's if we may. Resolves to its path, or to a sentence that says what to install.
 * Playwright drives only its own build of Firefox, so that one does not help.
 */
export function ensureFirefox(say: (line: string) => void): { executablePath: string } | { problem: string } {
  const found = firefoxPath() ?? (installDebians(say, "firefox-esr") ? firefoxPath() : null);
  if (found !== null) return { executablePath: found };
  return {
    problem:
      "Firefox is not there and could not be installed: install it, or set FIREFOX_PATH to it, and run this again.",
  };
}

/** A browser without its libraries is installed and yet does not run. */
function firstThatRuns(): string | null {
  const runs = (file: string) => spawnSync(file, ["--no-sandbox", "--version"], { timeout: 30_000 }).status === 0;
  return findBrowsers().find(runs) ?? null;
}

function installPlaywrights(say: (line: string) => void): boolean {
  say("No browser found; Playwright installs Chromium.");
  const env = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "15000" };
  const options = { stdio: "inherit", env, timeout: 300_000 } as const;
  return spawnSync(process.execPath, [playwright, "install", "chromium"], options).status === 0;
}

function installDebians(say: (line: string) => void, name = "chromium"): boolean {
  const mayInstall = existsSync("/etc/debian_version") && process.getuid?.() === 0;
  if (!mayInstall) return false;
  say(`apt-get installs Debian's ${name}.`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args: string[]) => spawnSync("apt-get", args, { stdio: "inherit", env }).status === 0;
  return apt("update") && apt("install", "-y", "--no-install-recommends", name);
}
