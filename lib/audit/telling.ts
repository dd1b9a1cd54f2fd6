import type { Speech } from "#lib/words/speech.ts";
import type { TrailSay } from "./words.en.ts";

/** What a line of the trail is told with. */
export type Telling = {
  say: TrailSay;
  /** For what the record keeps in English, as reasons. */
  reword: (text: string) => string;
  speech: Speech;
};

/** A name of an event's parts as messages choose by it: they know no hyphens. */
export function told(name: string): string {
  return name.replaceAll("-", "");
}

export function toldYes(is: boolean): "yes" | "no" {
  return is ? "yes" : "no";
}
