import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hasStoppedPage, markOpen } from "./open-marks.ts";

/** A page of a tab: what it listens to, whether it is seen, and its clock. */
let page: EventTarget & { visibilityState: string };
let now = 0;

beforeEach(() => {
  vi.useFakeTimers();
  const kept = new Map<string, string>();
  page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  vi.stubGlobal("window", page);
  vi.stubGlobal("document", page);
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.spyOn(performance, "now").mockImplementation(() => now);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A page on which an app is open: how it stands still, ends, and whether the next page opens the app unasked. */
function opened(fingerprint: string) {
  const frame = new AbortController();
  markOpen(fingerprint, frame.signal);
  return {
    stand: (ms: number) => {
      now += ms;
      vi.advanceTimersByTime(1_000);
    },
    close: () => frame.abort(),
    load: async () => {
      page.dispatchEvent(new Event("pagehide"));
      vi.resetModules();
      return (await import("./open-marks.ts")).hasStoppedPage(fingerprint);
    },
  };
}

test("M157: an app is opened again by a page that follows one which ended in order", async () => {
  const app = opened("good");
  for (let at = 0; at < 60; at += 1) app.stand(1_500);
  expect(hasStoppedPage("good")).toBe(false);
  expect(await app.load()).toBe(false);
});

test("M157: an app that let its page stand still for long, and go on, is not opened again unasked", async () => {
  const app = opened("slow");
  for (let at = 0; at < 3; at += 1) app.stand(4_000);
  expect(await app.load()).toBe(true);
});

test("M157: an app that is closed for what its page stood still for is not opened again unasked", () => {
  const app = opened("heavy");
  now += 8_000;
  app.close();
  expect(hasStoppedPage("heavy")).toBe(true);
});

test("M157: a page that nobody saw was slow by itself", async () => {
  const app = opened("hidden");
  page.visibilityState = "hidden";
  for (let at = 0; at < 3; at += 1) app.stand(60_000);
  page.visibilityState = "visible";
  now += 60_000;
  page.dispatchEvent(new Event("visibilitychange"));
  app.stand(1_000);
  expect(await app.load()).toBe(false);
});

test("M157: an app in two frames is open until both are closed", () => {
  const [first, second] = [opened("twice"), opened("twice")];
  first.close();
  expect(sessionStorage.getItem("app-open:twice")).not.toBeNull();
  expect(hasStoppedPage("twice")).toBe(false);
  second.close();
  expect(sessionStorage.getItem("app-open:twice")).toBeNull();
});
