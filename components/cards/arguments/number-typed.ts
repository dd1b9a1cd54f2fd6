import type { JsonValue } from "#lib/untrusted/json.ts";
import { parseStrictJson } from "#lib/untrusted/strict-json.ts";
import type { CardSay } from "#components/cards/words.en.ts";

type Read = { value: number } | { problem: string };

/**
 * A number as a person typed it, and nothing else. Where the reader's language parts thousands with a point, "1.000" is
 * refused: a program reads it as one. What was `given`, and is untouched, means what it says.
 */
export function numberTyped(raw: string, given: JsonValue | undefined, say: CardSay): Read | null {
  const text = raw.trim();
  const read = parseStrictJson(text);
  if ("problem" in read || typeof read.value !== "number") return null;
  const isPointed = say("signOfThousands") === "." && /^-?[1-9]\d{0,2}\.\d{3}$/.test(text);
  const isGiven = [given].flat().some((one) => one === text || (typeof one === "number" && `${one}` === text));
  if (!isPointed || isGiven) return { value: read.value };
  return { problem: say("thousandsOrFraction", { whole: text.replace(".", ""), fraction: `${text}0` }) };
}
