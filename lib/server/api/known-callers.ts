import type { IncomingHttpHeaders } from "node:http";
import { bearerOf } from "#lib/server/http/bearer-of.ts";
import { strangers } from "#lib/server/http/open-connections.ts";
import { hashOf, markIn, type Place, sessionShownBy, tokenIn } from "#lib/server/http/session-cookie.ts";

/** More browsers and programs than a process serves within a day. */
const mostKnown = 20_000;
/** Whoever collects ended sessions and marks has no more lines than these. */
const sealedLines = 32;

/**
 * Whose requests wait in which line for the store: those of a person in theirs, those that show anything of ours in one
 * of a few, and all of strangers in one. It only says who waits for whom; what a request shows is looked up anew each
 * time.
 */
export class KnownCallers {
  readonly #known = new Map<string, string>();
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
  }

  /** The line in which a request is looked up: that of whoever showed the same session or key before. */
  lineOf(request: Showing): string {
    const { shown, tokens } = this.#read(request);
    const known = shown === null ? undefined : this.#known.get(hashOf(shown));
    return known ?? this.#sealedLineOf(tokens) ?? strangers;
  }

  /** The session or key that a request showed belongs to this person; to nobody, where null. */
  learn(request: Showing, personId: string | null): void {
    const { shown, token } = this.#read(request);
    if (shown !== null) this.#keep(shown, personId);
    // The address bar shows the cookie alone. That another port can do too, so it has a line of its own.
    if (token !== null && token !== shown) this.#keep(token, personId && `${personId} opens a page`);
  }

  /** Nothing else of a request counts: whoever varies it stays who they are, and takes no room of others here. */
  #read(request: Showing) {
    const headers = headersOf(request);
    const cookie = headers.get("cookie");
    const token = tokenIn(cookie, this.#place);
    const key = bearerOf({ headers });
    const mark = markIn({ cookie, userAgent: null }, this.#place);
    return { shown: tokenIn(sessionShownBy(headers), this.#place) ?? key, token, tokens: [token, key, mark] };
  }

  /** For whoever shows something of ours that was not looked up here, as everybody does after a start. */
  #sealedLineOf(tokens: (string | null)[]): string | null {
    const sealed = tokens.find((token) => token !== null && this.#place.seal?.isOn(token));
    return sealed == null ? null : `sealed ${Number.parseInt(hashOf(sealed).slice(0, 8), 16) % sealedLines}`;
  }

  #keep(shown: string, line: string | null): void {
    const key = hashOf(shown);
    this.#known.delete(key);
    if (line === null) return;
    this.#known.set(key, line);
    const [oldest] = this.#known.keys();
    if (this.#known.size > mostKnown && oldest !== undefined) this.#known.delete(oldest);
  }
}

type Showing = { headers: Headers | IncomingHttpHeaders };

function headersOf({ headers }: Showing): Pick<Headers, "get"> {
  if (headers instanceof Headers) return headers;
  return { get: (name) => [headers[name]].flat()[0] ?? null };
}
