import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";

const parser = unified().use(remarkParse).use(remarkGfm);

/**
 * Splits a text that grows at its end into the blocks it is laid out by: paragraphs, lists, tables, code. What follows a
 * block changes nothing in it, so only the last one is parsed again when more has come. A text that does not grow is one
 * piece: to split it would only take longer.
 */
export class MarkdownBlocks {
  #text: string | null = null;
  #blocks: readonly string[] = [];

  /** The blocks, in order; together they are the text. */
  of(text: string): readonly string[] {
    if (text === this.#text) return this.#blocks;
    const grows = this.#text !== null && text.startsWith(this.#text);
    // What an address or a footnote is called by may be defined in another block.
    this.#blocks = grows && !text.includes("]:") ? withMore(this.#blocks, text) : [text];
    this.#text = text;
    return this.#blocks;
  }
}

function withMore(blocks: readonly string[], text: string): string[] {
  const closed = blocks.slice(0, -1);
  const open = text.slice(closed.reduce((length, block) => length + block.length, 0));
  return [...closed, ...blocksIn(open)];
}

function blocksIn(text: string): string[] {
  if (!/\n[^\S\n]*\n/.test(text.trimEnd())) return [text];
  const { children } = parser.parse(text);
  const offsets = children.map(({ position }) => position?.start.offset ?? 0);
  const starts = children.slice(1).flatMap((_, at) => {
    const start = offsets[at + 1] ?? 0;
    const before = children[at]?.type;
    const isAfterIndented = before === "code" && !/[`~]/.test(text.charAt(offsets[at] ?? 0));
    // The first characters of its next point look like no point.
    const isInList = before === "list" && !text.includes("\n", start);
    // What may begin at once after a block, or indented, depends on that block; after indented code, what comes later, too.
    const isClear = /\S/.test(text.charAt(start)) && isAfterBlankLine(text, start);
    return isClear && !isAfterIndented && !isInList ? [start] : [];
  });
  return [0, ...starts].map((start, at) => text.slice(start, starts[at]));
}

function isAfterBlankLine(text: string, at: number): boolean {
  return /\n[^\S\n]*\n$/.test(text.slice(Math.max(0, text.lastIndexOf("\n", at - 2)), at));
}
