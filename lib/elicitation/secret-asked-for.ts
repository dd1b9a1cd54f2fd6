import { harmlessPhrases, secretCompounds, secretLabels, secretPhrases, secretSigns } from "./secret-words.ts";

/**
 * Whether a field's name, title or description asks for a password, key, token, one-time code, PIN or card number
 * (THREATS E8). A net of words in a dozen languages, not a proof: it also reads `userPassword`, `pass_word`,
 * `p@ssw0rd`, look-alike letters and hidden characters, and rather refuses too much than too little.
 */
export function secretAskedFor(text: string): boolean {
  const words = plainWords(text);
  return isAsking(words) || isAsking(undisguised(words));
}

function isAsking(words: string): boolean {
  const rest = words.replace(harmless, " ");
  return labels.test(rest) || phrases.test(rest) || signs.test(rest) || compounds.test(rest.replaceAll(" ", ""));
}

const harmless = new RegExp(String.raw`(?<![\p{L}\d])(?:${harmlessPhrases.join("|")})(?![\p{L}\d])`, "gu");
/** A label that is nothing but the word, with or without "your", "enter" and the like. */
const labels = new RegExp(String.raw`^ *(?:(?:${fillers().join("|")}) +)*(?:${secretLabels.join("|")}) *$`, "u");
const phrases = new RegExp(String.raw`(?<![\p{L}\d])(?:${secretPhrases.join("|")})(?![\p{L}\d])`, "u");
const signs = new RegExp(secretSigns.join("|"), "u");
const compounds = new RegExp(secretCompounds.join("|"), "u");

function fillers(): string[] {
  const english =
    "the|a|an|my|your|our|user|enter|type|paste|provide|please|new|current|old|value|bank|sms|account|input";
  return [english, "dein|deine|ihr|ihre|votre|ton|tu|su|il|tuo|seu|sua|uw|je|twoj|ваш|введите|bitte|entrez|saisissez"];
}

/** Lower case, one form per letter, words apart: `APIKey`, `api-key` and `ApiKéy` all become "api key". */
function plainWords(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/(\p{Script=Latin})\p{M}+/gu, "$1")
    .normalize("NFC")
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]+/gu, (hidden) => (/\s/.test(hidden) ? " " : ""))
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("ł", "l")
    .replaceAll("ı", "i")
    .replaceAll(/[^\p{L}\p{M}\p{N}@$!]+/gu, " ");
}

/** Pairs of what stands there and the letter it stands for; the second row is Cyrillic and Greek. */
const pairs = "0o 1i 3e 4a 5s 7t @a $s !i " + "аa сc еe іi јj оo рp ѕs уy хx κk οo αa";
const disguises = new Map(pairs.split(" ").map(([stands = "", letter = ""]) => [stands, letter]));

function undisguised(words: string): string {
  return Array.from(words, (letter) => disguises.get(letter) ?? letter).join("");
}
