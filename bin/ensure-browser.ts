import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { findBrowsers, firefoxPath } from "#e2e/support/browser.ts";

const playwright = path.resolve(import.meta.dirname, "../node_modules/@playwright/test/cli.js");

type Found = { executablePath: string } | { problem: string };

/**
 * Finds a working browser, or installs one: Playwright's own, and where that cannot be downloaded or lacks libraries,
 * Debian's package if we may. Resolves to its path, or to a sentence that says what to install.
 */
export async function ensureBrowser(say: (line: string) => void): Promise<Found> {
  const named = process.env["CHROMIUM_PATH"];
  const found = await firstThatRuns();
  if (found !== null) return { executablePath: found };
  if (named) return { problem: `CHROMIUM_PATH=${named} is not a browser that runs here.` };
  // The shell draws no windows, and takes a tenth less of the machine for a story.
  const debians = () => installDebians(say, "chromium-headless-shell");
  for (const install of [() => installPlaywrights(say), debians, () => installDebians(say, "chromium")]) {
    if (!(await install())) continue;
    const installed = await firstThatRuns();
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
export async function ensureFirefox(say: (line: string) => void): Promise<Found> {
  const found = firefoxPath() ?? ((await installDebians(say, "firefox-esr")) ? firefoxPath() : null);
  if (found !== null) return { executablePath: found };
  return {
    problem:
      "Firefox is not there and could not be installed: install it, or set FIREFOX_PATH to it, and run this again.",
  };
}

/** A browser without its libraries is installed and yet does not run. */
async function firstThatRuns(): Promise<string | null> {
  for (const file of findBrowsers()) if (await succeeds(file, ["--no-sandbox", "--version"], 30)) return file;
  return null;
}

function installPlaywrights(say: (line: string) => void): Promise<boolean> {
  say("No browser found; Playwright installs Chromium.");
  const env = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "15000" };
  return succeeds(process.execPath, [playwright, "install", "chromium"], 300, env);
}

async function installDebians(say: (line: string) => void, name: string): Promise<boolean> {
  const mayInstall = existsSync("/etc/debian_version") && process.getuid?.() === 0;
  if (!mayInstall) return false;
  say(`apt-get installs Debian's ${name}.`);
  const apt = (...args: string[]) => succeeds("apt-get", args, 600, { DEBIAN_FRONTEND: "noninteractive" });
  return (await apt("update")) && (await apt("install", "-y", "--no-install-recommends", name));
}

/** Whether a command ends well within so many seconds. What it says of progress is nobody's; its errors are shown. */
function succeeds(
  command: string,
  args: string[],
  seconds: number,
  env: Record<string, string> = {},
): Promise<boolean> {
  const child = spawn(command, args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, ...env },
    timeout: seconds * 1000,
  });
  return new Promise((resolve) => {
    child.on("error", () => resolve(false));
    child.on("close", (code) => resolve(code === 0));
  });
}
