import { afterEach, expect, test, vi } from "vitest";
import type { OpenedApp } from "#lib/apps/app-view.ts";
import { bridgeFrame } from "./frame-bridge.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("M157: an app is closed at its first message that takes the page long to read", () => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const page = new EventTarget();
  vi.stubGlobal("window", page);
  const contentWindow = { postMessage: vi.fn<() => void>() };
  const frame = Object.assign(new EventTarget(), { contentWindow, src: "" });
  const close = vi.fn<() => void>();
  const nothing = () => Promise.reject(new Error("Nothing is asked for."));
  const host = { call: nothing, read: nothing, wish: nothing, resize: () => {}, close };
  const app: OpenedApp = { fingerprint: "app", frame: "about:blank", html: "", input: {}, result: {} };
  const end = bridgeFrame(frame as unknown as HTMLIFrameElement, app, host);
  const send = (readMs: number) => {
    const message = Object.assign(new Event("message"), { source: contentWindow, origin: "null" });
    const get = () => {
      now += readMs;
      return { jsonrpc: "2.0", id: 1, method: "ping" };
    };
    page.dispatchEvent(Object.defineProperty(message, "data", { get }));
  };
  send(100);
  send(100);
  expect(close).not.toHaveBeenCalled();
  expect(contentWindow.postMessage).toHaveBeenCalledTimes(2);
  send(300);
  expect(close).toHaveBeenCalledOnce();
  send(1);
  expect(contentWindow.postMessage).toHaveBeenCalledTimes(2);
  end();
});
