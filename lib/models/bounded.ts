import { ReadableStream as NodeStream } from "node:stream/web";
import { setImmediate as immediate } from "node:timers/promises";
import { EventLine, longestField } from "#lib/untrusted/event-line.ts";
import { LineFeeds } from "#lib/untrusted/line-feeds.ts";
import { JoinedWords } from "./joined-words.ts";

type Fetch = typeof globalThis.fetch;

/** The size of an answer, with the JSON around each of its words; and of an error. */
const mostBytes = { answer: 128 * 1024 * 1024, error: 1024 * 1024 };

/** Each word of an answer costs work, so a large piece is split, and other work gets its turn in between. */
const bytesAtATime = 4 * 1024;

/** Lines of an answer that are no field of an event. The library makes an error of each. */
const mostUnknownLines = 1_000;

/** Generous: prose and code contain many such characters. */
const stepsOfValue = 5;

/** A library parses one event in one go. The longest repeats all tools and the whole answer. */
const mostBytesOfEvent = 8 * 1024 * 1024;

/**
 * The same fetch, for models that say too much, or all at once (THREATS G26): its answers have an end, because a
 * library may hold one whole, or one line of it. `mostValues`: about how many values of JSON one event may hold; with
 * `readsPaths` texts may be paths, whose steps become values too. With `joinsWords` words that came together are one event.
 */
export function bounded(fetch: Fetch, mostValues: number, { readsPaths = false, joinsWords = false } = {}): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.body === null) return response;
    const most = response.ok ? mostBytes.answer : mostBytes.error;
    const ofStep = readsPaths ? 1 / stepsOfValue : 0;
    const events = new EventMeter({ mostValues, ofStep }, response.ok);
    const words = joinsWords && response.ok ? new JoinedWords() : null;
    const said = NodeStream.from(measured(response.body, most, events, words));
    // The types of Node and of the browser differ in what a stream is.
    return new Response(said as ReadableStream<Uint8Array>, response);
  };
}

async function* measured(
  body: ReadableStream<Uint8Array>,
  most: number,
  events: EventMeter,
  words: JoinedWords | null,
) {
  const lines = new LineFeeds();
  let left = most;
  for await (const piece of body) {
    left -= piece.length;
    if (left < 0) throw new SaidTooMuch();
    for (let from = 0; from < piece.length; from += bytesAtATime) {
      if (from > 0) await immediate();
      const next = lines.in(piece.subarray(from, from + bytesAtATime));
      events.add(next);
      const told = words?.in(next) ?? next;
      if (told.length > 0) yield told;
    }
  }
  if (words !== null) yield words.end();
}

/**
 * Measures each event of a stream of server-sent events by its bytes, and its JSON by about how many values it holds; and
 * counts the lines that nobody knows. An error is measured whole: the library reads it so, whatever lines it has.
 */
class EventMeter {
  readonly #mostValues: number;
  readonly #ofStep: number;
  readonly #line = new EventLine();
  readonly #readsEvents: boolean;
  #unknownLinesLeft = mostUnknownLines;
  #bytes = 0;
  #values = 0;
  #isLineEmpty = true;
  #inText = false;
  #isEscaped = false;

  constructor({ mostValues, ofStep }: { mostValues: number; ofStep: number }, readsEvents: boolean) {
    this.#mostValues = mostValues;
    this.#ofStep = ofStep;
    this.#readsEvents = readsEvents;
  }

  /** Throws where an event is too much. */
  add(piece: Uint8Array): void {
    for (let from = 0; from < piece.length;) {
      const feed = piece.indexOf(codes.lineFeed, from);
      const to = feed === -1 ? piece.length : feed;
      if (to > from) this.#readLine(piece, from, to);
      if (this.#bytes > mostBytesOfEvent || this.#values > this.#mostValues) throw new SaidTooMuch();
      if (feed !== -1) this.#endLine();
      from = to + 1;
    }
  }

  #endLine(): void {
    this.#bytes += 1;
    if (this.#line.end() === "unknown" && this.#readsEvents) this.#unknownLinesLeft -= 1;
    if (this.#unknownLinesLeft < 0) throw new SaidTooMuch();
    if (this.#readsEvents && this.#isLineEmpty) this.#bytes = this.#values = 0;
    // No text of JSON holds the end of a line.
    this.#inText = this.#isEscaped = false;
    this.#isLineEmpty = true;
  }

  /** Reads a part of a line. It is run for each byte that any model says. */
  #readLine(piece: Uint8Array, from: number, to: number): void {
    for (let at = from; at < Math.min(to, from + longestField); at += 1) this.#line.read(piece[at] ?? 0);
    let inText = this.#inText;
    let isEscaped = this.#isEscaped;
    let values = 0;
    let steps = 0;
    for (let at = from; at < to; at += 1) {
      const byte = piece[at];
      if (isEscaped) isEscaped = false;
      else if (byte === codes.quote) inText = !inText;
      else if (!inText) values += byte === codes.comma || byte === codes.bracket || byte === codes.brace ? 1 : 0;
      else {
        isEscaped = byte === codes.backslash;
        // An escape may stand for any character.
        steps += isEscaped || byte === codes.dot || byte === codes.bracket ? 1 : 0;
      }
    }
    this.#inText = inText;
    this.#isEscaped = isEscaped;
    this.#isLineEmpty = false;
    this.#bytes += to - from;
    this.#values += values + steps * this.#ofStep;
  }
}

const codes = { lineFeed: 10, quote: 34, comma: 44, dot: 46, bracket: 91, backslash: 92, brace: 123 };

/** A model, or who speaks for it, goes on and on. */
export class SaidTooMuch extends Error {
  override name = "SaidTooMuch";
}
