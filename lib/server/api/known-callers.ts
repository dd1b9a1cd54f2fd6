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
  lineOf(request: Request): string {
    return this.#known.get(shownIn(request)) ?? strangers;
  }

  /** What a request showed belongs to this person; to nobody, where null. */
  learn(request: Request, personId: string | null): void {
    const shown = shownIn(request);
    this.#known.delete(shown);
    if (personId === null) return;
    this.#known.set(shown, personId);
    const [oldest] = this.#known.keys();
    if (this.#known.size > mostKnown && oldest !== undefined) this.#known.delete(oldest);
  }
}

function shownIn({ headers }: Request): string {
  return hashOf(JSON.stringify([headers.get("authorization"), headers.get("cookie"), headers.get(proofHeader)]));
}
