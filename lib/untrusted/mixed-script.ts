/**
 * A warning for a tool's or host's name that may imitate another, or null (THREATS C4: look-alike letters): letters of
 * two alphabets in one word, a word only of letters that look Latin, substitutes for plain letters and punctuation, and
 * Punycode. A name in one alphabet that is clearly not Latin passes.
 */
export function mixedScript(name: string): string | null {
  if (/(?:^|[^a-z0-9])xn--/i.test(name)) return 'This name contains Punycode ("xn--"): it stands for other letters.';
  if (!/[^\0-\x7f]/.test(name)) return null;
  if (standIn.test(name)) return "This name contains characters that only look like plain ones.";
  for (const [word] of name.matchAll(/[\p{L}\p{M}]+/gu)) {
    const scripts = scriptsOf(word);
    if (scripts.length > 1) return `The word "${word}" mixes ${scripts.join(" and ")} letters.`;
    if (!/[a-z]/i.test(word) && Array.from(word).every((letter) => looksLatin.has(letter)))
      return `The word "${word}" is not written in Latin letters, but looks as if it were.`;
  }
  return null;
}

/** Phonetic Latin letters, letters that fold to ASCII (full width, mathematical), and look-alike punctuation. */
const standIn =
  /[ıȷ\u0250-\u02AF\u1D00-\u1D22\uA730\uA731\uFF01-\uFF5E\u{1D400}-\u{1D7FF}\u2100-\u214F\u2024\u2044\u2215\u29F8\u2010-\u2015\u2212\uFE52\uFE58\uFE63\uFE68\u3002\uFF61\u02D0\uA789\u0589\u05C3\u2236\u01C3]|\p{L}[\u0307\u0335-\u0338]/u;

/** Without Chinese, Japanese and Korean, which mix with Latin letters in one word. */
const scripts: [name: string, letters: RegExp][] = [
  ["Latin", /\p{Script=Latin}/u],
  ["Cyrillic", /\p{Script=Cyrillic}/u],
  ["Greek", /\p{Script=Greek}/u],
  ["Armenian", /\p{Script=Armenian}/u],
  ["Cherokee", /\p{Script=Cherokee}/u],
  ["Coptic", /\p{Script=Coptic}/u],
  ["Georgian", /\p{Script=Georgian}/u],
  ["Lisu", /\p{Script=Lisu}/u],
  ["Hebrew", /\p{Script=Hebrew}/u],
  ["Arabic", /\p{Script=Arabic}/u],
];

function scriptsOf(word: string): string[] {
  return scripts.filter(([, letters]) => letters.test(word)).map(([name]) => name);
}

/** Letters of other alphabets that look Latin in common fonts: Cyrillic, Greek, Armenian, Cherokee. */
const looksLatin = new Set(
  "асԁеѕіјӏһорԛуѵԝхүзԍАВСЕНІЈКМОРЅТУХԌԜҮ" + "αινορυγχϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "ոսցօհԼՏՍՕ" + "ᎠᎡᎢᎪᎫᎬᎳᎷᎻᏀᏃᏒᏔᏙᏚᏞᏟᏢᏦ",
);
