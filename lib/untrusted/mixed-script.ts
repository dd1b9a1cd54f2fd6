import { sayIn } from "#lib/words/say.ts";
import { english, type Speech } from "#lib/words/speech.ts";
import { untrustedWords } from "./words.en.ts";

/**
 * A warning for a tool's or host's name that may imitate another, or null (THREATS C4: look-alike letters): letters of
 * two alphabets in one word, a word only of letters that look Latin, substitutes for plain letters and punctuation, and
 * Punycode. A name in one alphabet that is clearly not Latin passes.
 */
export function mixedScript(name: string, speech: Speech = english): string | null {
  const say = sayIn(speech, untrustedWords);
  if (/(?:^|[^a-z0-9])xn--/i.test(name)) return say("punycode");
  if (!/[^\0-\x7f]/.test(name)) return null;
  if (standIn.test(name)) return say("standIns");
  for (const [word] of name.matchAll(/[\p{L}\p{M}]+/gu)) {
    const scripts = scriptsOf(word);
    if (scripts.length > 1)
      return say("mixes", { word, scripts: scripts.map((script) => say(script)).join(` ${say("and")} `) });
    if (!/[a-z]/i.test(word) && Array.from(word).every((letter) => looksLatin.has(letter)))
      return say("looksLatin", { word });
  }
  return null;
}

/** Phonetic Latin letters, letters that fold to ASCII (full width, mathematical), and look-alike punctuation. */
const standIn =
  /[ıȷ\u0250-\u02AF\u1D00-\u1D22\uA730\uA731\uFF01-\uFF5E\u{1D400}-\u{1D7FF}\u2100-\u214F\u2160-\u217F\u01C0\u2024\u2044\u2215\u29F8\u2010-\u2015\u2212\uFE52\uFE58\uFE63\uFE68\u3002\uFF61\u02D0\uA789\u0589\u05C3\u2236\u01C3]|\p{L}[\u0307\u0335-\u0338]/u;

/** By their keys in the catalogue; without Chinese, Japanese and Korean, which mix with Latin letters in one word. */
const scripts = [
  ["latin", /\p{Script=Latin}/u],
  ["cyrillic", /\p{Script=Cyrillic}/u],
  ["greek", /\p{Script=Greek}/u],
  ["armenian", /\p{Script=Armenian}/u],
  ["cherokee", /\p{Script=Cherokee}/u],
  ["coptic", /\p{Script=Coptic}/u],
  ["georgian", /\p{Script=Georgian}/u],
  ["lisu", /\p{Script=Lisu}/u],
  ["hebrew", /\p{Script=Hebrew}/u],
  ["arabic", /\p{Script=Arabic}/u],
] as const;

function scriptsOf(word: string): (typeof scripts)[number][0][] {
  return scripts.filter(([, letters]) => letters.test(word)).map(([name]) => name);
}

/** Letters of other alphabets that look Latin in common fonts: Cyrillic, Greek, Armenian, Cherokee. */
const looksLatin = new Set(
  "асԁеѕіјӏһорԛуѵԝхүзԍАВСЕНІЈКМОРЅТУХԌԜҮ" + "αινορυγχϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "ոսցօհԼՏՍՕ" + "ᎠᎡᎢᎪᎫᎬᎳᎷᎻᏀᏃᏒᏔᏙᏚᏞᏟᏢᏦ",
);
