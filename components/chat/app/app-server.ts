import type { AppView, OpenedApp } from "#lib/apps/app-view.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { onAppEvent } from "#components/browser/on-app-event.ts";
import { refusalOf, request } from "#components/browser/request.ts";

/** The call under whose result an app is shown. */
export type OnCall = { chatId: string; toolCallId: string };

/** Looked at without an event too: one may be missed. */
const lookEveryMs = 10_000;
/** A browser opens six connections to a host. A server that does not answer its apps holds these, and answers to cards go by others. */
const mostAtOnce = 2;
let latest = 0;

/** Whether the app is shown, and what it called; or why it is not. */
export async function readApp(of: OnCall): Promise<AppView | { problem: string }> {
  const response = await inLine("GET", addressOf(of, ""));
  // Our own server answers with exactly this.
  return response.ok ? ((await response.json()) as AppView) : { problem: await refusalOf(response) };
}

/** The app for its frame; rejects with a sentence. */
export async function openApp(of: OnCall, signal: AbortSignal): Promise<OpenedApp> {
  return asked<OpenedApp>(await inLine("GET", addressOf(of, "/content"), { signal }));
}

type Calling = { fingerprint: string; name: string; arguments: JsonObject };

/** What came of a call that an app wants to make, once it has ended; rejects with a sentence for the app. */
export async function callForApp(of: OnCall, calling: Calling, signal: AbortSignal): Promise<JsonObject> {
  const body = { call: of.toolCallId, ...calling };
  const { made } = await asked<{ made: string }>(await inLine("POST", pathOf(of, "/calls"), { body, signal }));
  for (;;) {
    const changed = nextChange(of.chatId, signal);
    const look = `${addressOf(of, "/calls")}&made=${encodeURIComponent(made)}`;
    const { result } = await asked<{ result: JsonObject | null }>(await inLine("GET", look, { signal }));
    if (result !== null) return result;
    await changed;
  }
}

/** A resource of the app's server; rejects with a sentence for the app. */
export async function readForApp(
  of: OnCall,
  reading: { fingerprint: string; uri: string },
  signal: AbortSignal,
): Promise<JsonObject> {
  const body = { call: of.toolCallId, ...reading };
  return (await asked<{ result: JsonObject }>(await inLine("POST", pathOf(of, "/resources"), { body, signal }))).result;
}

type Sent = { body?: unknown; signal?: AbortSignal };

/** Asks for an app, after what was asked for the apps of all tabs before. */
function inLine(method: string, path: string, { body, signal }: Sent = {}): Promise<Response> {
  const send = () => request(method, path, body, signal);
  // An address that is not secure has none.
  if (!("locks" in navigator)) return send();
  latest = (latest + 1) % mostAtOnce;
  return navigator.locks.request(`countersign-apps-${latest}`, { ...(signal && { signal }) }, send);
}

async function asked<Answer>(response: Response): Promise<Answer> {
  if (!response.ok) throw new Error(await refusalOf(response));
  // Our own server answers with exactly this.
  return (await response.json()) as Answer;
}

function pathOf({ chatId }: OnCall, below: string): string {
  return `/api/apps/${encodeURIComponent(chatId)}${below}`;
}

function addressOf(of: OnCall, below: string): string {
  return `${pathOf(of, below)}?call=${encodeURIComponent(of.toolCallId)}`;
}

/** Resolves when something in the chat may have changed; rejects when nobody waits for it any more. */
function nextChange(chatId: string, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, lookEveryMs);
  const stop = onAppEvent((event) => {
    if (event.type === "resync" || (event.type === "chat" && event.chatId === chatId)) resolve();
  });
  const leave = () => reject(signal.reason instanceof Error ? signal.reason : new Error("The app was closed."));
  signal.addEventListener("abort", leave, { once: true });
  promise.catch(() => {});
  return promise.finally(() => {
    clearTimeout(timer);
    stop();
    signal.removeEventListener("abort", leave);
  });
}
