import fc from "fast-check";
import { expect, test } from "vitest";
import { hostileTexts } from "#e2e/support/hostile-input.ts";
import { readableText, visibleSegments, visibleText, withBrokenWords } from "./visible-text.ts";

const original = (text: string) =>
  visibleSegments(text)
    .map((segment) => segment.text)
    .join("");

test("ordinary text in any language is one plain piece", () => {
  for (const text of [
    "rm -rf ./build",
    "Grüße aus Köln",
    "Привет, мир",
    "日本語　テスト",
    "a\n\n  b\n",
    "😀👍🏽",
    "Bonjour\u00a0!",
  ]) {
    expect(visibleSegments(text)).toEqual([{ kind: "plain", text }]);
  }
  expect(visibleSegments("")).toEqual([]);
});

test("C2: the known tricks are all drawn as their code points", () => {
  const tricks = [
    0x00ad, 0x034f, 0x061c, 0x115f, 0x1160, 0x17b4, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x202a,
  ];
  tricks.push(0x202b, 0x202c, 0x202d, 0x202e, 0x2060, 0x2061, 0x2064, 0x2066, 0x2067, 0x2068, 0x2069, 0x206f, 0x2800);
  tricks.push(0x3164, 0xfe00, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xfffb, 0xfffe, 0x13430, 0x1d159, 0x1d173, 0x1d17a);
  tricks.push(0xe0001, 0xe0020, 0xe0041, 0xe007f, 0xe0100, 0xe01ef, 0xf0000, 0x10ffff, 0xd800, 0xdfff, 0x2028, 0x2029);
  for (const point of tricks) {
    const text = `pay${String.fromCodePoint(point)}ment`;
    const name = point.toString(16).toUpperCase().padStart(4, "0");
    expect(visibleText(text)).toBe(`pay⟨U+${name}⟩ment`);
    expect(original(text)).toBe(text);
  }
});

test("C5: every C0 and C1 control character but the line break is drawn, escape sequences included", () => {
  for (let point = 0; point < 0xa0; point += 1) {
    if (point === 10 || (point >= 32 && point < 127)) continue;
    const shown = `⟨U+${point.toString(16).toUpperCase().padStart(4, "0")}⟩`;
    expect(visibleText(`a${String.fromCharCode(point)}b`)).toBe(`a${shown}b`);
  }
  expect(visibleText("\u001b[2K\u001b[1Asafe")).toBe("⟨U+001B⟩[2K⟨U+001B⟩[1Asafe");
});

test("C2: a character repeated is one marker with a count", () => {
  expect(visibleText(`a${"\u200b".repeat(5000)}b`)).toBe("a⟨U+200B ×5000⟩b");
  expect(visibleText("\u200b\u200c\u200b")).toBe("⟨U+200B⟩⟨U+200C⟩⟨U+200B⟩");
  expect(visibleText("\u{e0041}\u{e0041}")).toBe("⟨U+E0041 ×2⟩");
});

test("C3: more than eight spaces and more than five blank lines are counted", () => {
  expect(visibleText(`ls${" ".repeat(8)};x`)).toBe(`ls${" ".repeat(8)};x`);
  expect(visibleText(`ls${" ".repeat(900)}; rm -rf /`)).toBe("ls⟨900 spaces⟩; rm -rf /");
  expect(visibleText(`ls${"\u3000".repeat(9)}x`)).toBe("ls⟨9 white-space characters⟩x");
  expect(visibleText(`ls${"\n".repeat(6)}x`)).toBe(`ls${"\n".repeat(6)}x`);
  expect(visibleText(`ls${"\n".repeat(60)}x`)).toBe("ls\n⟨59 blank lines⟩\nx");
  expect(visibleText(`ls\n${" \t\n".repeat(7)}x`)).toBe("ls\n⟨7 blank lines⟩\nx");
  expect(visibleText(`a${"\u0301".repeat(40)}`)).toBe("a⟨40 accents⟩");
});

test("C2: a text cannot imitate a marker", () => {
  expect(visibleText("⟨U+202E⟩")).toBe("⟨U+27E8⟩U+202E⟩");
});

/** Every class of character that must never reach the screen as itself. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

test("C2, C3: whatever the text, nothing unseen is rendered, every run is counted, and the original comes back", () => {
  const nasty = fc.constantFrom(
    "\u202e",
    "\u200b",
    " ",
    "\n",
    "\t",
    "\r",
    "\u0301",
    "\ufe0f",
    "\u2800",
    "⟨",
    "\ud800",
    "a",
    "\u3164",
  );
  const text = fc.oneof(
    fc.string({ unit: "binary", size: "large" }),
    fc.string({ unit: nasty, size: "large" }),
    fc
      .array(fc.tuple(nasty, fc.nat(12)), { maxLength: 12 })
      .map((runs) => runs.map(([unit, n]) => unit.repeat(n)).join("")),
  );
  fc.assert(
    fc.property(text, (source) => {
      const shown = visibleText(source);
      expect(shown.replaceAll("\n", "")).not.toMatch(unseen);
      expect(shown).not.toMatch(/[^\S\n]{9}|\n(?:[^\S\n]*\n){6}[^⟨]/);
      expect(original(source)).toBe(source);
      expect(shown === source).toBe(visibleSegments(source).every(({ kind }) => kind === "plain"));
    }),
    { numRuns: 1_500 },
  );
});

test("C2: two different texts never look the same, gaps and repeats aside", () => {
  const unit = fc.constantFrom("a", "\u200b", "\u202e", "⟨", "⟩", "U", "+", "2", "0", "B", "E", "\n");
  const text = fc.string({ unit, maxLength: 7 });
  fc.assert(
    fc.property(text, text, (one, two) => {
      expect(visibleText(one) === visibleText(two)).toBe(one === two);
    }),
    { numRuns: 5_000 },
  );
});

test("G8: any 64 KB are split, and nothing is lost", () => {
  for (const text of hostileTexts(64 * 1024)) expect(original(text)).toBe(text);
});

test.each([
  ["accents on one letter", `a${"\u0301".repeat(50_000)}`],
  ["accents with joiners between", "\u0651\u200d".repeat(25_000)],
  ["Arabic letters without a space", "\u0628".repeat(50_000)],
  ["letters of Myanmar with signs", "\u1000\u1039".repeat(25_000)],
])("M120: %s stop no page, and the original comes back", (_, text) => {
  const longest = (shown: string) =>
    Math.max(...(shown.match(/[\p{L}\p{M}\u200D]+/gu) ?? []).map(({ length }) => length));
  for (const shown of [readableText(text), withBrokenWords(text), visibleText(text)])
    expect(longest(shown)).toBeLessThanOrEqual(1_001);
  expect(
    visibleSegments(text)
      .map((segment) => segment.text)
      .join(""),
  ).toBe(text);
});

test("M120: words as people write them are not broken", () => {
  for (const text of [
    "سلام دنیا، این یک متن است. ".repeat(200),
    "漢".repeat(5_000),
    "a".repeat(50_000),
    "क्‍ष नमस्ते ".repeat(500),
  ])
    expect(withBrokenWords(text)).toBe(text);
});
