import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { printAST } from "@formatjs/icu-messageformat-parser/printer.js";
import type { Speech } from "./speech.ts";
import type { Words } from "./words.ts";

/** Made-up languages that show what does not fit: long words with accents, and a page that is written from the right. */
export type Pseudo = "en-XA" | "ar-XB";

export function pseudoAskedFor(acceptLanguage: string | null): Pseudo | null {
  const first = acceptLanguage?.split(/[,;]/)[0]?.trim();
  return first === "en-XA" || first === "ar-XB" ? first : null;
}

/** Every sentence of these catalogues in a made-up language. What is put into a sentence stays as it is. */
export function pseudoTexts(pseudo: Pseudo, catalogues: readonly Words[]): Speech {
  const texts = Object.fromEntries(
    catalogues.map(({ name, english }) => [
      name,
      Object.fromEntries(Object.entries(english).map(([key, message]) => [key, pseudoOf(message)])),
    ]),
  );
  return { language: "en", texts, ...(pseudo === "ar-XB" ? { direction: "rtl" } : {}) };
}

/** A message with longer words between brackets: what is cut off, or comes from no catalogue, lacks one. */
export function pseudoOf(message: string): string {
  return `[${printAST(parse(message).map(widened))}]`;
}

function widened(element: MessageFormatElement): MessageFormatElement {
  switch (element.type) {
    case TYPE.literal:
      return { ...element, value: element.value.replaceAll(/[A-Za-z]+/g, longer) };
    case TYPE.plural:
    case TYPE.select: {
      const options = Object.entries(element.options).map(([name, option]) => [
        name,
        { ...option, value: option.value.map(widened) },
      ]);
      return { ...element, options: Object.fromEntries(options) };
    }
    case TYPE.tag:
      return { ...element, children: element.children.map(widened) };
    default:
      return element;
  }
}

const accented: Record<string, string> = {
  a: "à",
  e: "ë",
  i: "î",
  o: "ö",
  u: "ü",
  A: "Å",
  E: "É",
  I: "Ï",
  O: "Ö",
  U: "Ü",
};

/** German and Finnish words are longer by about half. */
function longer(word: string): string {
  const shown = word.replaceAll(/[aeiouAEIOU]/g, (letter) => accented[letter] ?? letter);
  return shown + "ëxträwörds".slice(0, Math.ceil(word.length / 2));
}
