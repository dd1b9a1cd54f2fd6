import { afterEach, expect, test, vi } from "vitest";
import type { OpenedApp } from "#lib/apps/app-view.ts";
import { bridgeFrame } from "./frame-bridge.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** An app, and what sends a message of it that takes the page so long to read. */
function bridgedApp() {
  let now = 0;
  vi.useFakeTimers();
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
  return { send, close, answers: contentWindow.postMessage, end };
}

test("M157: an app is closed at its first message that takes the page long to read", () => {
  const { send, close, answers, end } = bridgedApp();
  send(100);
  send(100);
  expect(close).not.toHaveBeenCalled();
  expect(answers).toHaveBeenCalledTimes(2);
  send(300);
  expect(close).toHaveBeenCalledOnce();
  send(1);
  expect(answers).toHaveBeenCalledTimes(2);
  end();
});

test("M157: so is one whose messages of a second take the page long together", () => {
  const { send, close, end } = bridgedApp();
  for (let second = 0; second < 3; second += 1) {
    send(100);
    send(100);
    vi.advanceTimersByTime(1_000);
  }
  expect(close).not.toHaveBeenCalled();
  for (let at = 0; at < 3; at += 1) send(100);
  expect(close).toHaveBeenCalledOnce();
  end();
});
