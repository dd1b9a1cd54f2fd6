import type { MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import type { Language } from "./language.ts";

/** Messages by their keys: as they were written, or read already. */
export type Messages = Readonly<Record<string, string | MessageFormatElement[]>>;

/** Whether nothing in a message means anything to the format. */
export function isWhole(message: string): boolean {
  return !/[{}<>']/.test(message);
}

/**
 * What a page is written in. `texts` holds the sentences of every catalogue, by its name; for English it is empty,
 * because English comes with the code.
 */
export type Speech = {
  language: Language;
  texts: Readonly<Record<string, Messages>>;
  /** Only where a made-up language is tried out: it may be written from the right. */
  direction?: "rtl";
};

/** Also what the record, logs, models and programs are told in. */
export const english: Speech = { language: "en", texts: {} };

/** Whose dates and numbers are used. Times have 24 hours in all of them. */
export const localeOf: { [Each in Language]: string } = { en: "en-GB", de: "de-DE" };
