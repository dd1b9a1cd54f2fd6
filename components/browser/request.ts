import { rewordInTab, sayInTab } from "#components/browser/speech.tsx";
import { uiWords } from "#components/ui/words.en.ts";
import type { OpenCards } from "#lib/chat/chat-summary.ts";
import { proveAgain } from "./prove-again.ts";

/** What every refusal of the API carries: a sentence, here in the reader's language, and what is wrong with which field. */
type Refusal = {
  detail?: string;
  code?: string;
  fields?: Record<string, string>;
  again?: { seen: string };
  cards?: OpenCards;
};

/** Our server never takes this long before its answer begins. */
const answersWithin = 15_000;

/**
 * Sends JSON; rejects only when the server cannot be reached, or does not begin to answer in time. Where the server wants
 * a fresh sign-in or a passkey first, the person is asked for it and the request goes out again.
 */
export async function request(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const response = await requestOnce(method, path, body, signal);
  if (response.status !== 403) return response;
  const { code } = await refusalIn(response.clone());
  const by = code === "sign-in-again" ? "password" : code === "passkey-again" ? "passkey" : null;
  return by !== null && (await proveAgain(by)) ? requestOnce(method, path, body, signal) : response;
}

async function requestOnce(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const silent = new AbortController();
  const timer = setTimeout(() => silent.abort(new Error("The server does not answer.")), answersWithin);
  try {
    return await fetch(path, {
      method,
      cache: "no-store",
      ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
      signal: signal === undefined ? silent.signal : AbortSignal.any([signal, silent.signal]),
    });
  } finally {
    // Once begun, an answer may take any time.
    clearTimeout(timer);
  }
}

/** Why the server refused, in its own words if it has any. */
export async function refusalOf(response: Response): Promise<string> {
  return (await refusalIn(response)).detail ?? sayInTab(uiWords)("serverAnswered", { status: response.status });
}

/** The refusal's body; empty when it is not ours. */
export async function refusalIn(response: Response): Promise<Refusal> {
  // A proxy or a crash may answer with something that is not ours; then the status has to do.
  const refusal = ((await response.json().catch(() => null)) ?? {}) as Refusal;
  return typeof refusal.detail === "string" ? { ...refusal, detail: rewordInTab(refusal.detail) } : refusal;
}
