import { createStore, update } from "idb-keyval";
import { noticeEnd } from "./session-end.ts";

/** Header names; the server's are in lib/server/http/session-cookie.ts. */
const [proofHeader, personHeader] = ["countersign-proof", "countersign-person"];
/** The service worker reads it by the same names. */
const [kept, name] = [createStore("countersign", "session"), "proof"];

let asked: Promise<string> | null = null;

/**
 * A random text in the storage of exactly this origin, which no server on another port of the host ever gets. Every
 * request of ours carries it, and a session is worth nothing without it (THREATS B16). All tabs have the same.
 */
export function proof(): Promise<string> {
  asked ??= keptProof().catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

async function keptProof(): Promise<string> {
  let found = "";
  // In one transaction, so that one of several tabs that open at once decides.
  await update<string>(name, (before) => (found = before ?? newProof()), kept);
  return found;
}

function newProof(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

let drawnFor: string | null = null;

/** From now on every request says that this page is this person's: it never acts as somebody who signed in elsewhere. */
export function sayDrawnFor(personId: string): void {
  drawnFor = personId;
}

/**
 * Adds the proof to every request to our own server, also to those of the router, and notices an ended session in each
 * answer.
 */
export function proveEveryRequest(): void {
  const plain = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const { origin } = new URL(input instanceof Request ? input.url : input, location.href);
    if (origin !== location.origin) return plain(input, init);
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    try {
      headers.set(proofHeader, await proof());
    } catch (error) {
      // The server then says that the browser keeps nothing for this page.
      console.error("This browser keeps no data for this page.", error);
    }
    if (drawnFor !== null) headers.set(personHeader, drawnFor);
    const response = await plain(input, { ...init, headers });
    void noticeEnd(response);
    return response;
  };
}
