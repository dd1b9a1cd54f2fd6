import type { JsonObject, JsonValue } from "#lib/untrusted/json.ts";
import { ownValue, propertiesOf, readArguments } from "./argument-rows.ts";

/** The text of a card whose tool has no prompt of its own (S0.5). */
const defaultTemplate = "Run '{toolName}' with arguments {args}?";

/** Longer arguments would drown the caption; they stand below it in full in any case (row 21). Characters. */
const mostInline = 200;
/** The same for one argument among the owner's words. */
const mostOfOne = 80;

/** A piece of a caption: the owner's words, what the call says, or ours, that it says nothing or too much there. */
export type CaptionPiece = { kind: "words" | "value" | "missing"; text: string };

type Call = {
  toolName: string;
  /** JSON of the arguments: an object, or the caption names none of them. */
  argumentsJson: string;
  /** JSON Schema of the arguments: names those that a call may leave out. */
  inputSchema?: JsonObject;
};

/**
 * Fills `{toolName}`, `{args}` and the names of arguments (`{amount}`) in an owner's template (S0.4, C60); other braces
 * stay as they are. Arguments are never cut: each stands in the caption whole, or not at all (THREATS C1). Texts that
 * could pass for the owner's words stand in quotes.
 */
export function captionPieces(template: string | null, call: Call): CaptionPiece[] {
  const { toolName, argumentsJson, inputSchema = {} } = call;
  const args = readArguments(argumentsJson) ?? {};
  const properties = propertiesOf(inputSchema);
  const pieces: CaptionPiece[] = [];
  const words = (text: string) => text !== "" && pieces.push({ kind: "words", text });
  const from = template ?? defaultTemplate;
  let end = 0;
  // One pass, so that arguments which contain "{toolName}" stay what they are.
  for (const match of from.matchAll(/\{(?<name>[^{}]{1,64})\}/g)) {
    const name = match.groups?.["name"] ?? "";
    const filled = (): CaptionPiece | null => {
      if (name === "toolName") return { kind: "value", text: toolName };
      if (name === "args") return valueOf(argumentsJson, mostInline);
      const value = ownValue(args, name);
      if (value !== undefined) return valueOf(inWords(value), mostOfOne);
      return Object.hasOwn(properties, name) ? { kind: "missing", text: `(no ${name})` } : null;
    };
    const piece = filled();
    if (piece === null) continue;
    words(from.slice(end, match.index));
    pieces.push(piece);
    end = match.index + match[0].length;
  }
  words(from.slice(end));
  return pieces;
}

/** The caption as plain text. */
export function promptCaption(template: string | null, call: Call): string {
  return captionPieces(template, call)
    .map(({ text }) => text)
    .join("");
}

/** A word or a number by itself needs no quotes; everything else gets those of JSON. */
const plainWord = /^[\p{L}\p{N}._@+-]+$/u;

function inWords(value: JsonValue): string {
  return typeof value === "string" && plainWord.test(value) ? value : JSON.stringify(value);
}

function valueOf(text: string, most: number): CaptionPiece {
  return text.length > most ? { kind: "missing", text: `(${text.length} characters, below)` } : { kind: "value", text };
}
