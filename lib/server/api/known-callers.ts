import type { IncomingHttpHeaders } from "node:http";
import { hashOf, proofHeader } from "#lib/server/http/session-cookie.ts";

/** More browsers and programs than a process serves within a day. */
const mostKnown = 20_000;
const strangers = "strangers";

/**
 * Whose requests wait in which line for the store: those of a person in theirs, and all of strangers in one. It only says
 * who waits for whom; what a request shows is looked up anew each time.
 */
export class KnownCallers {
  readonly #known = new Map<string, string>();

  /** The line in which a request is looked up: that of whoever showed the same before. */
  lineOf(request: Showing): string {
    return this.#known.get(shownIn(request)) ?? strangers;
  }

  /** What a request showed belongs to this person; to nobody, where null. */
  learn(request: Showing, personId: string | null): void {
    this.#keep(shownIn(request), personId);
    // The address bar shows the cookie alone. That another port can do too, so it has a line of its own.
    if (of(request, proofHeader) !== null) this.#keep(shownIn(request, null), personId && `${personId} opens a page`);
  }

  #keep(shown: string, line: string | null): void {
    this.#known.delete(shown);
    if (line === null) return;
    this.#known.set(shown, line);
    const [oldest] = this.#known.keys();
    if (this.#known.size > mostKnown && oldest !== undefined) this.#known.delete(oldest);
  }
}

type Showing = { headers: Headers | IncomingHttpHeaders };

function of({ headers }: Showing, name: string) {
  return headers instanceof Headers ? headers.get(name) : (headers[name] ?? null);
}

function shownIn(request: Showing, proof = of(request, proofHeader)): string {
  return hashOf(JSON.stringify([of(request, "authorization"), of(request, "cookie"), proof]));
}
