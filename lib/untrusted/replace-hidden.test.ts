import fc from "fast-check";
import { expect, test } from "vitest";
import { hostileTexts } from "#e2e/support/hostile-input.ts";
import { replaceHidden } from "./replace-hidden.ts";
import { readableText } from "./visible-text.ts";

const without = (text: string) => replaceHidden(text, () => "");

/** Words as people write them, with the joiners, selectors and signs that they need. */
const words: [language: string, text: string][] = [
  ["Persian, I want", "می\u200cخواهم"],
  ["Persian, books", "کتاب\u200cها"],
  ["Urdu, a date with the sign of the year", "\u0601۲۰۲۶"],
  ["Arabic, after the Hijra", "١٤٤٨ ه\u200d."],
  ["Arabic, the end of a verse", "۝"],
  ["Hindi, a half form", "क्\u200dष"],
  ["Hindi, without a ligature", "श्रीमान्\u200cको"],
  ["Marathi", "दर्\u200dया"],
  ["Nepali", "गर्\u200dयो"],
  ["Bengali", "র\u200d্যাব"],
  ["Gujarati", "ક્\u200cષ"],
  ["Tamil", "க்\u200cஷ"],
  ["Telugu", "రాజ్\u200cకుమార్"],
  ["Kannada", "ರ\u200d್ಕ"],
  ["Malayalam, a letter at the end of a word", "അവന്\u200d വന്നു"],
  ["Sinhala", "ශ්\u200dරී ලංකාව"],
  ["Mongolian", "ᠪᠠᠶᠢᠭ\u180bᠠ"],
  ["Japanese, a variant in a name", "葛\u{e0100}城市"],
  ["a family", "👨\u200d👩\u200d👧\u200d👦"],
  ["a woman at work", "👩🏽\u200d💻"],
  ["hair", "🧑\u200d🦰"],
  ["a heart on fire", "❤\ufe0f\u200d🔥"],
  ["a shaking head", "🙂\u200d↔\ufe0f"],
  ["a rainbow flag", "🏳\ufe0f\u200d🌈"],
  ["a pirate flag", "🏴\u200d☠\ufe0f"],
  ["a country's flag", "🇩🇪🇮🇳"],
  [
    "England, Scotland, Wales",
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}",
  ],
  ["keycaps", "1\ufe0f\u20e3#\ufe0f\u20e3"],
  ["colour and text style", "⚠\ufe0f ☎\ufe0e ©\ufe0f"],
  ["lines of Windows", "a\r\nb\r\n\tc"],
];

test.each(words)("C2, E5: nothing is taken out of, or marked in, honest text: %s", (_, text) => {
  expect(without(text)).toBe(text);
  expect(readableText(text)).toBe(text);
});

/** The same characters where no script and no emoji has them. */
const tricks: [what: string, text: string, visible: string][] = [
  ["a joiner between Latin letters", "pay\u200dment", "payment"],
  ["a non-joiner between Latin letters", "pay\u200cment", "payment"],
  ["two non-joiners in a Persian word", "می\u200c\u200cخواهم", "میخواهم"],
  ["a non-joiner at the end of a Persian word", "می\u200c rm", "می rm"],
  ["a joiner after a family", "👨\u200d!", "👨!"],
  ["selectors without an emoji", "a\ufe0fb\ufe0e1\ufe0f", "ab1"],
  ["many selectors after one emoji", `😀${"\u{e0141}\ufe0f".repeat(20)}`, "😀"],
  ["many selectors after one ideograph", `葛${"\u{e0101}".repeat(9)}`, "葛"],
  ["tags after a flag that say something else", "🏴\u{e0072}\u{e006d}\u{e007f}", "🏴"],
  ["tags alone", "ok\u{e0041}\u{e0042}", "ok"],
  ["the other direction", "a\u202etxt.exe\u2066", "atxt.exe"],
  ["an escape sequence of a terminal", "\u001b[2Jsafe\u009b1m", "[2Jsafe1m"],
  ["a return over the line", "bad\rgood", "badgood"],
];

test.each(tricks)("C2, C5: hidden characters go, and are marked for people: %s", (_, text, visible) => {
  expect(without(text)).toBe(visible);
  const shown = readableText(text);
  expect(shown).toMatch(/⟨U\+[0-9A-F]{4,6}(?: ×\d+)?⟩/);
  expect(shown.replaceAll(/⟨U\+[^⟩]*⟩/g, "")).toBe(visible);
});

test("C2: a text that is only read cannot imitate a marker either", () => {
  expect(readableText("⟨U+202E⟩ ⟨ψ|φ⟩")).toBe("⟨U+27E8⟩U+202E⟩ ⟨ψ|φ⟩");
});

/** What may stay, and only beside something that can be seen. */
const kept = new Set(
  ["\u200c", "\u200d", "\ufe00", "\ufe01", "\ufe02", "\ufe0e", "\ufe0f"]
    .concat(["\u180b", "\u180c", "\u180d", "\u180e", "\u180f"])
    .concat(Array.from({ length: 16 }, (_, at) => String.fromCodePoint(0xe0100 + at))),
);
const tag = /[\u{e0020}-\u{e007f}]/u;
const blank = ["\u2800", "\u{16fe4}", "\u{1d159}"];
const drawn = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u;

function isUnseen(character: string): boolean {
  if (blank.includes(character)) return true;
  return /(?![\n\t\r])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(character);
}

const letters = Array.from("a1 \nیخक്്ന葛ᠭ👩💻🏽🏴⚠\u20e3");
const signs = [
  "\u200c",
  "\u200d",
  "\ufe0f",
  "\ufe0e",
  "\ufe00",
  "\u{e0100}",
  "\u{e01ef}",
  "\u180b",
  "\u200b",
  "\u202e",
];
const tags = ["\u{e0067}", "\u{e0062}", "\u{e0065}", "\u{e006e}", "\u{e007f}", "\u001b", "\ud800", "\u2800", "\u0601"];
const unit = fc.constantFrom(...letters, ...signs, ...tags);
const anyText = fc.oneof(fc.string({ unit: "binary", size: "large" }), fc.string({ unit, size: "large" }));

test("C2, C5, E5: whatever the text, hidden characters are left one at a time only, and only where they are needed", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const characters = Array.from(without(text));
      for (const [at, character] of characters.entries()) {
        if (!isUnseen(character) || drawn.test(character) || tag.test(character)) continue;
        expect(kept.has(character)).toBe(true);
        const before = characters[at - 1] ?? "";
        expect(
          before === "" || (isUnseen(before) && !drawn.test(before) && before !== "\ufe0f" && !tag.test(before)),
        ).toBe(false);
      }
    }),
    { numRuns: 2_000 },
  );
});

test("C2: the visible part of any text stays, in its order", () => {
  const visible = (text: string) =>
    Array.from(text)
      .filter((character) => character !== "\r" && !isUnseen(character))
      .join("");
  fc.assert(
    fc.property(anyText, (text) => {
      expect(visible(without(text))).toBe(visible(text));
    }),
    { numRuns: 2_000 },
  );
});

test("G8: any 256 KB are processed", () => {
  for (const text of hostileTexts(256 * 1024)) expect(without(text).length).toBeLessThanOrEqual(text.length);
});
