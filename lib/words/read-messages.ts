import { parse } from "@formatjs/icu-messageformat-parser";
import { isWhole, type Messages, type Speech } from "./speech.ts";

/**
 * Messages as they are said. The build reads those of the catalogues, and the server those that come with a page, so that
 * no browser needs what reads them.
 */
export function readMessages(messages: Messages): Messages {
  const read = Object.entries(messages).map(([key, message]) => [
    key,
    typeof message !== "string" || isWhole(message) ? message : parse(message),
  ]);
  return Object.fromEntries(read);
}

export function readSpeech(speech: Speech): Speech {
  const texts = Object.entries(speech.texts).map(([name, messages]) => [name, readMessages(messages)]);
  return { ...speech, texts: Object.fromEntries(texts) };
}
