import { expect, test } from "vitest";
import { findBrowser } from "./browser.ts";

const machineWith = (files: string[], env: Record<string, string> = {}) => ({
  env: { PATH: "/usr/local/bin:/usr/bin", ...env },
  exists: (file: string) => files.includes(file),
  playwrights: () => "/cache/chromium/chrome",
});

test("the browser that CHROMIUM_PATH names comes first, then Playwright's own, then the machine's", () => {
  const all = ["/my/chrome", "/cache/chromium/chrome", "/usr/bin/google-chrome", "/usr/bin/chromium"];
  expect(findBrowser(machineWith(all, { CHROMIUM_PATH: "/my/chrome" }))).toBe("/my/chrome");
  expect(findBrowser(machineWith(all))).toBe("/cache/chromium/chrome");
  expect(findBrowser(machineWith(all.slice(2)))).toBe("/usr/bin/chromium");
  expect(findBrowser(machineWith(["/usr/bin/google-chrome"]))).toBe("/usr/bin/google-chrome");
});

test("a machine without a browser has none", () => {
  expect(findBrowser(machineWith([]))).toBeNull();
});
