import { mostAttached } from "#lib/chat/attached-resource.ts";
import { sizeWords } from "#lib/results/size-words.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#lib/untrusted/json.ts";
import { replaceHidden } from "#lib/untrusted/replace-hidden.ts";

/** A text of a server without hidden characters, and how many characters of it did not fit. */
export type CutText = { text: string; leftOut: number };

/** Contents of a resource as one text; what is no text is named. */
export function textOfContents(contents: JsonValue | undefined): CutText {
  const parts = (Array.isArray(contents) ? contents : []).filter(isJsonObject);
  const many = parts.length > 1;
  return cutText(parts.map((part) => (many ? `${headOf(part)}\n${wordsOf(part)}` : wordsOf(part))).join("\n\n"));
}

/** As much of a text as a message has room for. It is cut before it is cleaned, which costs by the length. */
export function cutText(said: string): CutText {
  const kept = said.slice(0, mostAttached.characters).toWellFormed();
  const text = replaceHidden(kept.replaceAll("\r\n", "\n"), () => "");
  return { text, leftOut: Math.max(0, said.length - mostAttached.characters) };
}

function headOf({ uri }: JsonObject): string {
  return typeof uri === "string" ? `${uri.slice(0, 500)}:` : "";
}

function wordsOf({ text, blob, mimeType }: JsonObject): string {
  if (typeof text === "string") return text;
  const type = typeof mimeType === "string" ? mimeType.slice(0, 100) : "of no known type";
  const size = typeof blob === "string" ? `, ${sizeWords(Math.floor((blob.length * 3) / 4))}` : "";
  return `[no text: ${type}${size}]`;
}
