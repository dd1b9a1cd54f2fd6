import type { OpenedApp } from "#lib/apps/app-view.ts";
import { readFrameMessage, type FrameMessage, type Id } from "#lib/apps/frame-message.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";

/** What an app asks the person for, which waits for a press outside of its frame. */
export type Wish = { kind: "link"; url: string } | { kind: "message"; text: string };

/** What the page does for an app. Promises reject with a sentence for the app. */
type Host = {
  call: (name: string, input: JsonObject) => Promise<JsonObject>;
  read: (uri: string) => Promise<JsonObject>;
  /** Resolves once the person agreed. */
  wish: (wish: Wish) => Promise<void>;
  /** The app wants to be so high. */
  resize: (height: number) => void;
  /** It sent too many messages, or too large ones, and its frame is to be taken away. */
  close: () => void;
};

/**
 * Messages of a frame. One that sends more is closed: each is work of the page, and nothing else runs meanwhile.
 * `readMs`: of a second, to read all of them. Chromium makes objects of a message when it is looked at; Firefox does so
 * before anybody is told, and counts less: there the third that is too large is the last.
 */
const most = { inSecond: 60, inMinute: 600, unreadable: 3, readMs: 250 };
const mostAtOnce = 8;

/**
 * Speaks with the app in a frame (SEP-1865), as its server's answers let it. Counts only what that very frame sends, whose
 * origin is no page's. Returns the function that ends it.
 */
export function bridgeFrame(frame: HTMLIFrameElement, app: OpenedApp, host: Host): () => void {
  const over = new AbortController();
  const counts = { second: 0, minute: 0, unreadable: 0, readMs: 0 };
  let isGiven = false;
  let isTold = false;
  let pending = 0;

  const say = (message: JsonObject) => {
    // An origin that is nobody's has no name. The frame can be led to no other page.
    if (!over.signal.aborted) frame.contentWindow?.postMessage({ jsonrpc: "2.0", ...message }, "*");
  };
  const refuse = (id: Id, code: number, message: string) => say({ id, error: { code, message } });
  const answer = async (id: Id, work: () => Promise<JsonObject>) => {
    if (pending >= mostAtOnce) return refuse(id, -32_000, "Too much was asked at once.");
    pending += 1;
    try {
      say({ id, result: await work() });
    } catch (error) {
      refuse(id, -32_000, error instanceof Error ? error.message : "It did not work.");
    } finally {
      pending -= 1;
    }
  };
  const done = async (work: Promise<void>) => {
    await work;
    return {};
  };
  const heed = (message: FrameMessage): void => {
    switch (message.kind) {
      case "initialize":
        return say({ id: message.id, result: initialized(frame) });
      case "initialized":
        // Once: an app that asks again knows it.
        if (isTold) return;
        isTold = true;
        say({ method: "ui/notifications/tool-input", params: { arguments: app.input } });
        return say({ method: "ui/notifications/tool-result", params: app.result });
      case "ping":
        return say({ id: message.id, result: {} });
      case "display-mode":
        return say({ id: message.id, result: { mode: "inline" } });
      case "size":
        return host.resize(message.height);
      case "call":
        return void answer(message.id, () => host.call(message.name, message.arguments));
      case "read":
        return void answer(message.id, () => host.read(message.uri));
      case "link":
        return void answer(message.id, () => done(host.wish({ kind: "link", url: message.url })));
      case "message":
        return void answer(message.id, () => done(host.wish({ kind: "message", text: message.text })));
      case "refused":
        return refuse(message.id, message.code, message.why);
      case "unreadable":
        counts.unreadable += 1;
        if (counts.unreadable >= most.unreadable) closed();
        return;
      case "ignored":
    }
  };
  const closed = () => {
    over.abort();
    host.close();
  };
  const hear = (event: MessageEvent<unknown>) => {
    const { source, origin } = event;
    if (source === null || source !== frame.contentWindow || origin !== "null") return;
    counts.second += 1;
    counts.minute += 1;
    if (counts.second > most.inSecond || counts.minute > most.inMinute) return closed();
    const from = performance.now();
    const message = readFrameMessage(event.data);
    counts.readMs += performance.now() - from;
    if (counts.readMs > most.readMs) return closed();
    if (message !== null) heed(message);
  };
  const give = () => {
    // Once: whatever the frame is led to afterwards gets nothing.
    if (isGiven) return;
    isGiven = true;
    frame.contentWindow?.postMessage({ html: app.html }, "*");
  };
  const seconds = setInterval(() => Object.assign(counts, { second: 0, readMs: 0 }), 1_000);
  const minutes = setInterval(() => (counts.minute = 0), 60_000);
  window.addEventListener("message", hear, { signal: over.signal });
  frame.addEventListener("load", give, { signal: over.signal });
  over.signal.addEventListener("abort", () => {
    clearInterval(seconds);
    clearInterval(minutes);
  });
  frame.src = app.frame;
  return () => over.abort();
}

function initialized(frame: HTMLIFrameElement): JsonObject {
  const { theme = "system" } = document.documentElement.dataset;
  const isDark = theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  return {
    protocolVersion: "2026-01-26",
    hostInfo: { name: "countersign", version: "1" },
    hostCapabilities: { openLinks: {}, serverTools: {}, serverResources: {}, message: { text: {} } },
    hostContext: {
      theme: isDark ? "dark" : "light",
      displayMode: "inline",
      availableDisplayModes: ["inline"],
      containerDimensions: { width: frame.clientWidth, maxHeight: tallest },
      platform: "web",
    },
  };
}

/** CSS pixels. */
export const lowest = 60;
export const tallest = 480;
