import { joining, replaceHidden } from "./replace-hidden.ts";

/**
 * A piece of a text. `plain` is drawn as it is; the others as `shown`, marked, so that nobody takes them for text.
 * `text` is always the original, so the joined pieces are the text again.
 */
export type TextSegment =
  | { kind: "plain"; text: string }
  /** Characters that are invisible, or change how others are drawn. */
  | { kind: "hidden"; text: string; shown: string }
  /** White space that would push the rest out of view. */
  | { kind: "gap"; text: string; shown: string };

/**
 * Splits a text for a card so that everything in it is visible (THREATS C2: hidden characters, C3: runs of white space,
 * C5): control, format and bidirectional characters, fillers, tags, unassigned and half characters become `⟨U+202E⟩`;
 * more than eight spaces on a line, more than five blank lines and more than eight accents on a letter are counted. The
 * bracket `⟨` itself is marked too, so that a text cannot imitate a marker. Line breaks stay.
 */
export function visibleSegments(text: string): TextSegment[] {
  return [...textSegments(text)];
}

/** The same one by one, for a caller that stops before the end of a long text. */
export function* textSegments(text: string): Generator<TextSegment, void> {
  let plainFrom = 0;
  for (const { 0: found, index, groups } of text.matchAll(invisible)) {
    if (index > plainFrom) yield* plainSegments(text.slice(plainFrom, index));
    yield marked(found, groups ?? {});
    plainFrom = index + found.length;
  }
  if (plainFrom < text.length) yield* plainSegments(text.slice(plainFrom));
}

function* plainSegments(text: string): Generator<TextSegment, void> {
  const shown = withBrokenWords(text);
  yield shown === text ? { kind: "plain", text } : { kind: "gap", text, shown };
}

/** The text with its markers, where only plain text is possible: labels, titles, announcements. */
export function visibleText(text: string): string {
  return visibleSegments(text)
    .map((segment) => (segment.kind === "plain" ? segment.text : segment.shown))
    .join("");
}

/**
 * The same for text that is only read: results, progress and errors of servers. Spaces and line breaks stay, and so do
 * joiners and selectors that scripts and emoji need; all other hidden characters are marked.
 */
export function readableText(text: string): string {
  const read = replaceHidden(text.replaceAll(/⟨(?=U\+)/g, "⟨U+27E8⟩"), (run) => {
    const one = String.fromCodePoint(run.codePointAt(0) ?? 0);
    return markOf(one, run.length / one.length);
  });
  return withBrokenWords(read);
}

/**
 * The text with a marker wherever letters that join, or accents, go on for longer than any word: browsers form such a
 * word anew for each of its lines, and tens of thousands of letters stop a page.
 */
export function withBrokenWords(text: string): string {
  // Nearly every text has none, and the pattern is slow.
  if (!/[\u0300-\u{10FFFF}]/u.test(text)) return text;
  return text.replaceAll(joined, (word) =>
    word.length <= longestWord ? word : (word.match(wordPart) ?? []).join("⟨goes on⟩"),
  );
}

const longestWord = 1_000;
const joined = new RegExp(String.raw`(?:${joining}|[\p{M}\u200C\u200D])+`, "gu");
const wordPart = new RegExp(`.{1,${longestWord}}`, "gsu");

/**
 * Invisible, or drawn as something else. C covers controls, formats, private use, unassigned and half characters; the
 * last three are drawn as blanks although they count as letters and symbols.
 */
const hiddenCharacter = String.raw`(?!\n)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}⟨\u2800\u{16FE4}\u{1D159}]`;

const invisible = new RegExp(
  [
    String.raw`(?<lines>\n(?:[^\S\n]*\n){6,})`,
    String.raw`(?<spaces>[^\S\n]{9,})`,
    // A run of the same character is one marker with a count.
    String.raw`(?<hidden>(?<one>${hiddenCharacter})\k<one>*)`,
    String.raw`(?<accents>(?:(?!\p{Default_Ignorable_Code_Point})\p{M}){9,})`,
  ].join("|"),
  "gu",
);

function marked(text: string, { lines, spaces, one }: { [group: string]: string | undefined }): TextSegment {
  if (lines !== undefined) return { kind: "gap", text, shown: `\n⟨${text.split("\n").length - 2} blank lines⟩\n` };
  if (spaces !== undefined) {
    const what = /^ +$/.test(text) ? "spaces" : "white-space characters";
    return { kind: "gap", text, shown: `⟨${text.length} ${what}⟩` };
  }
  if (one === undefined) return { kind: "hidden", text, shown: `⟨${Array.from(text).length} accents⟩` };
  return { kind: "hidden", text, shown: markOf(one, text.length / one.length) };
}

function markOf(one: string, times: number): string {
  const point = (one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return times === 1 ? `⟨U+${point}⟩` : `⟨U+${point} ×${times}⟩`;
}
