import { existsSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";

const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const usualPlaces = [
  "/snap/bin/chromium",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

type Machine = {
  env: Readonly<Record<string, string | undefined>>;
  exists: (file: string) => boolean;
  playwrights: () => string;
};

const thisMachine: Machine = { env: process.env, exists: existsSync, playwrights: () => chromium.executablePath() };

/**
 * Where browsers for the stories are, best first: CHROMIUM_PATH and no other when it is set, else Playwright's own
 * Chromium, then every Chromium and Chrome of the machine.
 */
export function findBrowsers({ env, exists, playwrights }: Machine = thisMachine): string[] {
  const named = env["CHROMIUM_PATH"];
  if (named) return [named];
  const folders = (env["PATH"] ?? "").split(path.delimiter);
  const onPath = folders.flatMap((folder) => names.map((name) => path.join(folder, name)));
  const places = [playwrights(), ...onPath, ...usualPlaces].filter((file) => file !== "" && exists(file));
  return [...new Set(places)];
}

/** Firefox as FIREFOX_PATH names it, else as the machine has it; null without one. */
export function firefoxPath({ env, exists }: Pick<Machine, "env" | "exists"> = thisMachine): string | null {
  const named = env["FIREFOX_PATH"];
  if (named) return named;
  const onPath = (env["PATH"] ?? "")
    .split(path.delimiter)
    .flatMap((folder) => ["firefox", "firefox-esr"].map((name) => path.join(folder, name)));
  return [...onPath, "/Applications/Firefox.app/Contents/MacOS/firefox"].find(exists) ?? null;
}

/** The best of them, or null. */
export function findBrowser(): string | null {
  return findBrowsers()[0] ?? null;
}
