import { words } from "#lib/words/words.ts";

/** What a name may hide or imitate, in English. */
export const untrustedWords = words("untrusted", {
  punycode: 'This name contains Punycode ("xn--"): it stands for other letters.',
  standIns: "This name contains characters that only look like plain ones.",
  mixes: 'The word "{word}" mixes {scripts} letters.',
  looksLatin: 'The word "{word}" is not written in Latin letters, but looks as if it were.',
  and: "and",
  latin: "Latin",
  cyrillic: "Cyrillic",
  greek: "Greek",
  armenian: "Armenian",
  cherokee: "Cherokee",
  coptic: "Coptic",
  georgian: "Georgian",
  lisu: "Lisu",
  hebrew: "Hebrew",
  arabic: "Arabic",
});
