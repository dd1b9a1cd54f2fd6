import { isJsonObject, type JsonObject, type JsonValue } from "#lib/untrusted/json.ts";

/** Longer events hold more than a word. */
const mostOfEvent = 2_000;

/** Events of OpenAI's responses that only say more of a text. */
const ofResponses = new Set([
  "response.output_text.delta",
  "response.reasoning_summary_text.delta",
  "response.function_call_arguments.delta",
]);
/** Where chat completions, and servers like them, say more of a text. */
const ofChat = ["content", "reasoning_content", "reasoning"];

type Words = {
  text: string;
  /** The same event with another text. */
  with: (text: string) => string;
  /** All that it says beside its text. */
  rest: string;
};

/**
 * Makes one of neighbouring events that differ in nothing but their next words, where they came together: a library
 * parses, checks and hands on each by itself. All other bytes pass as they are. Takes events whose lines end with a line
 * feed alone.
 */
export class JoinedWords {
  readonly #decoder = new TextDecoder();
  readonly #encoder = new TextEncoder();
  /** The beginning of an event. */
  #begun = "";
  /** Within an event that is too long to be one of words. */
  #isWithin = false;

  in(piece: Uint8Array): Uint8Array {
    const text = this.#begun + this.#decoder.decode(piece, { stream: true });
    const from = this.#isWithin ? endOf(text.indexOf(eventEnd)) : 0;
    const to = from === -1 ? -1 : endOf(text.lastIndexOf(eventEnd));
    const whole = to === -1 ? "" : text.slice(0, from) + joined(text.slice(from, to));
    const left = to === -1 ? text : text.slice(to);
    this.#isWithin = (this.#isWithin && to === -1) || left.length > mostOfEvent;
    this.#begun = this.#isWithin ? "" : left;
    return this.#encoder.encode(this.#isWithin ? whole + left : whole);
  }

  /** What is left at the end. */
  end(): Uint8Array {
    return this.#encoder.encode(this.#begun + this.#decoder.decode());
  }
}

const eventEnd = "\n\n";

function endOf(at: number): number {
  return at === -1 ? -1 : at + eventEnd.length;
}

function joined(events: string): string {
  let all = "";
  let held: { event: string; words: Words; texts: string[] } | null = null;
  const release = () => {
    if (held !== null) all += held.texts.length === 1 ? held.event : held.words.with(held.texts.join(""));
    held = null;
  };
  for (let from = 0; from < events.length;) {
    const end = endOf(events.indexOf(eventEnd, from));
    // A third line feed in a row.
    const to = end === -1 ? events.length : end;
    const event = events.slice(from, to);
    const words = event.length > mostOfEvent ? null : wordsIn(event);
    if (words === null) {
      release();
      all += event;
    } else if (held?.words.rest === words.rest) held.texts.push(words.text);
    else {
      release();
      held = { event, words, texts: [words.text] };
    }
    from = to;
  }
  release();
  return all;
}

const eventOfWords = /^(?<head>(?:event: [^\n]*\n)?data: )(?<data>\{[^\n]*\})\n\n$/;

/** null for every event that says, or may say, anything else. */
function wordsIn(event: string): Words | null {
  const { head = "", data = "" } = eventOfWords.exec(event)?.groups ?? {};
  const said = parsed(data);
  if (said === null) return null;
  const place = placeOfWords(said);
  if (place === null) return null;
  const { holder, key, text } = place;
  holder[key] = "";
  const rest = head + JSON.stringify({ ...said, sequence_number: 0, obfuscation: "" });
  const withText = (all: string) => {
    holder[key] = all;
    return `${head}${JSON.stringify(said)}${eventEnd}`;
  };
  return { text, with: withText, rest };
}

function parsed(data: string): JsonObject | null {
  try {
    const said = JSON.parse(data) as JsonValue;
    return isJsonObject(said) ? said : null;
  } catch {
    return null;
  }
}

/** The object in which the words stand, and the name under which. */
type Place = { holder: JsonObject; key: string; text: string };

function placeOfWords(said: JsonObject): Place | null {
  const { type, delta, choices } = said;
  if (typeof type === "string" && ofResponses.has(type) && typeof delta === "string") {
    return { holder: said, key: "delta", text: delta };
  }
  const [choice, other] = Array.isArray(choices) ? choices : [];
  if (!isJsonObject(choice) || other !== undefined || choice["finish_reason"] != null) return null;
  const { delta: holder } = choice;
  if (!isJsonObject(holder)) return null;
  const key = ofChat.find((name) => typeof holder[name] === "string" && holder[name] !== "");
  const text = key === undefined ? null : holder[key];
  // Whatever else is said stands in an event of its own.
  const isAlone = Object.entries(holder).every(
    ([name, value]) => name === key || name === "role" || value === null || value === "",
  );
  return key !== undefined && typeof text === "string" && isAlone ? { holder, key, text } : null;
}
