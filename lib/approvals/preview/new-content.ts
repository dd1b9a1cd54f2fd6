import { isJsonObject, type JsonValue } from "#lib/untrusted/json.ts";
import { placeOf } from "#lib/untrusted/place-of.ts";

/** Characters that all edits together may search: sixteen edits of the largest file, hundreds of a usual one. */
const mostSearched = 4 * 1024 * 1024;

/**
 * What a file becomes by the arguments of a call: a whole new text, or edits (`oldText`, `newText`) that are made one after
 * another. `before` is null where the file could not be read.
 */
export function newContent(said: JsonValue | undefined, before: string | null): { text: string } | { problem: string } {
  if (typeof said === "string") return { text: said };
  if (!Array.isArray(said)) return { problem: "The call does not say what the file becomes." };
  if (before === null) return { problem: "The file cannot be read, so its edits cannot be shown." };
  // As servers with such edits do.
  let text = before.replaceAll("\r\n", "\n");
  let left = mostSearched;
  for (const [at, edit] of said.entries()) {
    const { oldText, newText } = isJsonObject(edit) ? edit : {};
    if (typeof oldText !== "string" || typeof newText !== "string")
      return { problem: `Edit ${at + 1} cannot be read.` };
    const from = oldText.replaceAll("\r\n", "\n");
    left -= text.length + from.length;
    if (left < 0) return { problem: "These are too many edits of too large a file to show." };
    const place = placeOf(from, text);
    if (place === -1) {
      const looser = "The server may refuse it, or find it in a looser way.";
      return { problem: `What edit ${at + 1} replaces does not stand in the file word for word. ${looser}` };
    }
    text = text.slice(0, place) + newText.replaceAll("\r\n", "\n") + text.slice(place + from.length);
  }
  return { text };
}
