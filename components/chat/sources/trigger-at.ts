/** What a person is about to pick, and which part of the text names it. */
export type Trigger = { kind: "resource" | "prompt"; words: string; from: number; to: number };

const longest = 80;

/**
 * `@words` before the caret, where a word begins, asks for a resource; `/words` for a prompt, where nothing else stands
 * before it. Null for everything else, addresses and paths among them.
 */
export function triggerAt(text: string, caret: number): Trigger | null {
  const before = text.slice(Math.max(0, caret - longest - 2), caret);
  const found = /(?:^|\s)([@/])([^@/\n]{0,80})$/.exec(before);
  const [, mark, words = ""] = found ?? [];
  if (mark === undefined || /^\s|\s{2}/.test(words)) return null;
  const from = caret - words.length - 1;
  if (mark === "/" && text.slice(0, from).trim() !== "") return null;
  return { kind: mark === "@" ? "resource" : "prompt", words, from, to: caret };
}

/** Entries whose texts hold all words, in their order. */
export function fitting<Entry>(entries: readonly Entry[], words: string, textOf: (entry: Entry) => string): Entry[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter((entry) => {
    const text = textOf(entry).toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
