import { existsSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
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
 * Path of the browser for the stories: CHROMIUM_PATH, else Playwright's own Chromium, else a Chromium or Chrome of the
 * machine. Null when there is none.
 */
export function findBrowser({ env, exists, playwrights }: Machine = thisMachine): string | null {
  const named = env["CHROMIUM_PATH"];
  if (named) return named;
  const onPath = (env["PATH"] ?? "")
    .split(path.delimiter)
    .flatMap((folder) => names.map((name) => path.join(folder, name)));
  return [playwrights(), ...onPath, ...usualPlaces].find((file) => file !== "" && exists(file)) ?? null;
}
