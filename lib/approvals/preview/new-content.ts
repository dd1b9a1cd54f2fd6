import { isJsonObject, type JsonValue } from "#lib/untrusted/json.ts";

/** Characters that are looked through for all edits of a call: its text and the file are whatever somebody wants. */
const mostLookedThrough = 12_000_000;

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
  let left = mostLookedThrough;
  for (const [at, edit] of said.entries()) {
    const { oldText, newText } = isJsonObject(edit) ? edit : {};
    if (typeof oldText !== "string" || typeof newText !== "string")
      return { problem: `Edit ${at + 1} cannot be read.` };
    const from = oldText.replaceAll("\r\n", "\n");
    left -= text.length + from.length;
    if (left < 0) return { problem: "These are too many edits of a file as large as this to be shown." };
    const place = placeOf(from, text);
    if (place === -1) {
      const looser = "The server may refuse it, or find it in a looser way.";
      return { problem: `What edit ${at + 1} replaces does not stand in the file word for word. ${looser}` };
    }
    text = text.slice(0, place) + newText.replaceAll("\r\n", "\n") + text.slice(place + from.length);
  }
  return { text };
}

/** As `indexOf`, in a time that grows with both texts and not with their product: neither was written by a friend. */
function placeOf(wanted: string, text: string): number {
  // How long a beginning of `wanted` ends at each of its characters.
  const known = new Int32Array(wanted.length);
  for (let at = 1, same = 0; at < wanted.length; at += 1) {
    while (same > 0 && wanted.charCodeAt(at) !== wanted.charCodeAt(same)) same = known[same - 1] ?? 0;
    if (wanted.charCodeAt(at) === wanted.charCodeAt(same)) same += 1;
    known[at] = same;
  }
  for (let at = 0, same = 0; at < text.length && same < wanted.length; at += 1) {
    while (same > 0 && text.charCodeAt(at) !== wanted.charCodeAt(same)) same = known[same - 1] ?? 0;
    if (text.charCodeAt(at) === wanted.charCodeAt(same)) same += 1;
    if (same === wanted.length) return at - same + 1;
  }
  return wanted === "" ? 0 : -1;
}
