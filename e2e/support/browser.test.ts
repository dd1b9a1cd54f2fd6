import { expect, test } from "vitest";
import { findBrowsers } from "./browser.ts";

const machineWith = (files: string[], env: Record<string, string> = {}) => ({
  env: { PATH: "/usr/local/bin:/usr/bin", ...env },
  exists: (file: string) => files.includes(file),
  playwrights: () => "/cache/chromium/chrome",
});

test("the browser that CHROMIUM_PATH names comes first, then Playwright's own, then the machine's", () => {
  const all = ["/my/chrome", "/cache/chromium/chrome", "/usr/bin/chromium", "/usr/bin/chromium-headless-shell"];
  expect(findBrowsers(machineWith(all, { CHROMIUM_PATH: "/my/chrome" }))).toEqual(["/my/chrome"]);
  const installed = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
  expect(findBrowsers(machineWith(all))).toEqual(["/cache/chromium/chrome", ...installed]);
  expect(findBrowsers(machineWith(all.slice(2)))).toEqual(installed);
});

test("a machine without a browser has none", () => {
  expect(findBrowsers(machineWith([]))).toEqual([]);
});
