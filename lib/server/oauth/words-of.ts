import { oneLine } from "#lib/untrusted/one-line.ts";
import type { LibraryReply } from "./library-exchange.ts";
import { objectIn } from "./object-in.ts";

/** Why the library refused a request, for the person whose client sent them with it. */
export function wordsOf({ text }: LibraryReply, asked?: URL): string {
  const said = objectIn(text);
  const words = said["error_description"] ?? said["error"];
  if (typeof words !== "string") return "The request is not one that can be answered.";
  const keptBy = URL.parse(asked?.searchParams.get("client_id") ?? "")?.host;
  return keptBy !== undefined && words.includes("document fetch failed")
    ? unread(keptBy)
    : oneLine(words).slice(0, 300);
}

function unread(host: string): string {
  return `It keeps its description at ${oneLine(host).slice(0, 200)}, and Countersign could not read it there. Where Countersign has no way to that host, have the client register itself, or give it a key.`;
}
