import type { TextsOf } from "#lib/words/words.ts";
import type { untrustedWords } from "./words.en.ts";

/** What a name may hide or imitate, in German. */
export const untrustedWordsDe: TextsOf<typeof untrustedWords> = {
  punycode: 'Dieser Name enthält Punycode ("xn--"): Das steht für andere Buchstaben.',
  standIns: "Dieser Name enthält Zeichen, die nur wie gewöhnliche aussehen.",
  mixes: "Das Wort „{word}“ mischt Buchstaben verschiedener Schriften: {scripts}.",
  looksLatin: "Das Wort „{word}“ ist nicht mit lateinischen Buchstaben geschrieben, sieht aber so aus.",
  and: "und",
  latin: "lateinisch",
  cyrillic: "kyrillisch",
  greek: "griechisch",
  armenian: "armenisch",
  cherokee: "Cherokee",
  coptic: "koptisch",
  georgian: "georgisch",
  lisu: "Lisu",
  hebrew: "hebräisch",
  arabic: "arabisch",
};
