import {
  askedInProse,
  askingForIt,
  askingWords,
  harmlessPhrases,
  mentionedOnly,
  mentionedOnlyUnspaced,
  secretCompounds,
  secretLabels,
  secretPhrases,
  secretSigns,
} from "./secret-words.ts";

/**
 * Whether a field's name, title or description asks for a password, key, token, one-time code, PIN or card number
 * (THREATS E8: forms that ask for secrets). A list of words in a dozen languages, not a proof. It also matches
 * `userPassword`, `pass_word`, `p@ssw0rd`, look-alike letters and hidden characters, and prefers to refuse too much.
 */
export function secretAskedFor(text: string): boolean {
  const words = plainWords(text);
  return isAsking(words) || isAsking(undisguised(words));
}

/**
 * Whether running text, such as the message above a form, asks for such a secret: "Type your password below", but not
 * "Your password is not needed". `label`: a text that is only the secret's name asks, too.
 */
export function secretAskedForIn(text: string, { label }: { label: boolean }): boolean {
  const words = plainWords(text);
  // All at once: there may be tens of thousands of them.
  const clauses = label ? plainWords(text.replaceAll(/[.;:!?\n]+/g, endOfClause), betweenWordsOfClause) : "";
  return [(one: string) => one, undisguised].some((read) => {
    const named = withSecretsMarked(read(words));
    if (label && withSecretsMarked(read(clauses)).split(endOfClause).some(isLabel)) return true;
    if (!/[§¶]/.test(named)) return false;
    const left = named.replace(mentioned, " ");
    return left.includes("¶") || (left.includes("§") && asking.test(left)) || forIt.test(named);
  });
}

/** Replaces each secret by §, or by ¶ in languages for which the list has no words of asking. */
function withSecretsMarked(words: string): string {
  const rest = words.replace(harmless, " ").replaceAll(spelled, (letters) => letters.replaceAll(" ", ""));
  return rest.replaceAll(inProse, " § ").replaceAll(signsInProse, " ¶ ").replaceAll(/ +/g, " ").trim();
}

function isLabel(clause: string): boolean {
  const words = clause.trim();
  return onlyLabel.test(words) || labels.test(words);
}

function isAsking(words: string): boolean {
  const rest = words.replace(harmless, " ");
  return labels.test(rest) || phrases.test(rest) || signs.test(rest) || compounds.test(rest.replaceAll(" ", ""));
}

const harmless = new RegExp(String.raw`(?<![\p{L}\d])(?:${harmlessPhrases.join("|")})(?![\p{L}\d])`, "gu");
/** A label of only this word, with or without "your", "enter" and the like. */
const labels = new RegExp(String.raw`^ *(?:(?:${fillers().join("|")}) +)*(?:${secretLabels.join("|")}) *$`, "u");
const phrases = new RegExp(String.raw`(?<![\p{L}\d])(?:${secretPhrases.join("|")})(?![\p{L}\d])`, "u");
const signs = new RegExp(secretSigns.join("|"), "u");
const compounds = new RegExp(secretCompounds.join("|"), "u");

/** Words of one letter each, which may be one disguised word. */
const spelled = /(?<![\p{L}\d@$!])[\p{L}\d@$!](?: [\p{L}\d@$!])+(?![\p{L}\d@$!])/gu;
const inProse = new RegExp(
  String.raw`(?<![\p{L}\d])(?:${[...secretPhrases, ...askedInProse].join("|")})(?![\p{L}\d])|[\p{Script=Latin}\d]{0,24}(?:${secretCompounds.join("|")})[\p{Script=Latin}\d]*`,
  "gu",
);
const signsInProse = new RegExp(String.raw`\p{Script=Latin}{0,24}(?:${secretSigns.join("|")})\p{Script=Latin}*`, "gu");
const onlyLabel = new RegExp(String.raw`^(?:(?:${fillers().join("|")}) )*[§¶](?: (?:${fillers().join("|")}))*$`, "u");
const mentioned = new RegExp(
  String.raw`(?<![\p{L}\d])(?:${mentionedOnly.join("|")})(?![\p{L}\d])|${mentionedOnlyUnspaced.join("|")}`.replaceAll(
    "§",
    "[§¶]",
  ),
  "gu",
);
const asking = new RegExp(String.raw`(?<![\p{L}\d])(?:${askingWords.join("|")})(?![\p{L}\d])`, "u");
const forIt = new RegExp(String.raw`(?<![\p{L}\d])(?:${askingForIt.join("|")})(?![\p{L}\d])`, "u");

function fillers(): string[] {
  const english =
    "the|a|an|my|your|our|user|enter|type|paste|provide|please|new|current|old|value|bank|sms|account|input";
  return [english, "dein|deine|ihr|ihre|votre|ton|tu|su|il|tuo|seu|sua|uw|je|twoj|ваш|введите|bitte|entrez|saisissez"];
}

const endOfClause = "¦";
const betweenWords = /[^\p{L}\p{M}\p{N}@$!]+/gu;
const betweenWordsOfClause = /[^\p{L}\p{M}\p{N}@$!¦]+/gu;

/** Lower case, one form per letter, words apart: `APIKey`, `api-key` and `ApiKéy` all become "api key". */
function plainWords(text: string, between = betweenWords): string {
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
    .replaceAll(between, " ");
}

/** Pairs of a character and the letter it stands for; the second row is Cyrillic and Greek. */
const pairs = "0o 1i 3e 4a 5s 7t @a $s !i " + "аa сc еe іi јj оo рp ѕs уy хx κk οo αa";
const disguises = new Map(pairs.split(" ").map(([stands = "", letter = ""]) => [stands, letter]));

function undisguised(words: string): string {
  return Array.from(words, (letter) => disguises.get(letter) ?? letter).join("");
}
