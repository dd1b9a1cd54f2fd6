/**
 * Characters that a reader cannot see, in text that is only read: controls, zero-width and direction marks, tags,
 * fillers, lone surrogates (THREATS C2: hidden characters, C5, E5: hidden characters for models). Line breaks and tabs
 * stay. Text that a person approves is shown more strictly, see visible-text.ts.
 */
const unseen = String.raw`(?![\n\t]|\r\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{16FE4}\u{1D159}]`;

/** Letters and marks of scripts in which a joiner changes how a word is written. */
export const joining =
  String.raw`(?=[\p{L}\p{M}])(?!\p{Default_Ignorable_Code_Point})[` +
  ["Arab", "Syrc", "Nkoo", "Mand", "Adlm", "Rohg", "Mong", "Deva", "Beng", "Guru", "Gujr", "Orya", "Taml", "Telu"]
    .concat("Knda", "Mlym", "Sinh", "Khmr", "Mymr", "Tibt", "Bali", "Java")
    .map((script) => String.raw`\p{scx=${script}}`)
    .join("") +
  "]";
const virama = String.raw`[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA]`;
const ignorable = String.raw`[\p{Cf}\p{Default_Ignorable_Code_Point}]`;
const countryOfUk = String.raw`\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073}`;

/**
 * Where such a character belongs to the text: a single joiner or selector in a script or an emoji that uses it. The
 * patterns look behind, so that other characters cost nothing.
 */
const needed = [
  // Words of Persian, Hindi, Bengali and others contain joiners; some words of Malayalam, and Arabic signs, end in one.
  String.raw`[\u200C\u200D](?<=${joining}.)(?=${joining})`,
  String.raw`\u200D(?<=(?:${virama}|(?=\p{L})\p{sc=Arab}).)(?!${ignorable})`,
  // Families, professions, flags with a pattern; the style of an emoji; keycaps.
  String.raw`\u200D(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?.)(?=\p{Extended_Pictographic})`,
  String.raw`[\uFE0E\uFE0F](?<=\p{Extended_Pictographic}.)`,
  String.raw`\uFE0F(?<=[0-9#*].)(?=\u20E3)`,
  // The flags of England, Scotland and Wales; no other tags.
  String.raw`\u{E0067}(?<=\u{1F3F4}.)\u{E0062}(?:${countryOfUk})\u{E007F}`,
  // Variants of an ideograph or of a Mongolian letter.
  String.raw`[\uFE00-\uFE02\u{E0100}-\u{E010F}](?<=\p{sc=Han}.)(?!${ignorable})`,
  String.raw`[\u180B-\u180F](?<=(?=\p{L})\p{sc=Mong}.)(?!${ignorable})`,
  // Format characters with a visible form: signs of numbers, of a year, of the end of a verse.
  String.raw`[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}]`,
].join("|");

const neededOrRun = new RegExp(String.raw`(?:${needed})|(?<one>${unseen})\k<one>*`, "gu");
const anyUnseen = new RegExp(unseen, "u");

/** The text with `instead` for every hidden character, or for a run of the same one. */
export function replaceHidden(text: string, instead: (run: string) => string): string {
  // Nearly every text has none, and lookaround is slow.
  if (!anyUnseen.test(text)) return text;
  return text.replace(neededOrRun, (found: string, one: string | undefined) =>
    one === undefined ? found : instead(found),
  );
}
