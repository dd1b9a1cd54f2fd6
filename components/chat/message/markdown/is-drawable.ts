/** How deep a line may begin inside quotes and lists, in characters; a level takes one or two. */
const deepest = 200;
/** About half a second of work for the whole text. */
const mostMarks = 1_000_000;
const mostCells = 50_000;
const mostCharacters = 500_000;

/**
 * Whether a text can be laid out without harm to the page. Emphasis and links are matched in time that grows with the
 * square of their marks within a paragraph, a row of a table is filled up to the width of its head, and levels of
 * quotes are levels of calls: a few thousand characters are enough to stop a page, each time that it opens.
 */
export function isDrawable(text: string): boolean {
  if (text.length > mostCharacters) return false;
  let [marks, cells] = [0, 0];
  let block = { marks: 0, lines: 0, bars: 0 };
  const end = () => {
    marks += block.marks ** 2;
    cells += block.lines * block.bars;
    block = { marks: 0, lines: 0, bars: 0 };
  };
  for (const line of text.split(/\r\n|[\r\n]/)) {
    if ((levels.exec(line)?.[0].length ?? 0) > deepest) return false;
    if (beginsBlock.test(line)) end();
    // Brackets are matched faster.
    block.marks += count(line, emphasis) + count(line, brackets) / 3;
    block.lines += 1;
    block.bars = Math.max(block.bars, count(line, bar));
  }
  end();
  return marks <= mostMarks && cells <= mostCells;
}

const levels = /^(?:[ \t>]|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))*/;
/** What ends a paragraph and a table wherever it stands: an empty line, a point of a list, a heading. */
const beginsBlock = /^[ \t]*$|^ {0,3}(?:[-+*]|#{1,6})[ \t]+\S/;
/** Within a word, an underscore is a letter. */
const emphasis = /[*~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
const brackets = /[[\]]/g;
const bar = /\|/g;

function count(line: string, pattern: RegExp): number {
  return line.match(pattern)?.length ?? 0;
}
