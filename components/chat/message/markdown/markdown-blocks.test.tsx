import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import ReactMarkdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { expect, test } from "vitest";
import { MarkdownBlocks } from "./markdown-blocks.ts";

const drawn = (text: string) => renderToStaticMarkup(<ReactMarkdown remarkPlugins={[remarkGfm]}>{text}</ReactMarkdown>);

test("M116: of a text that grows, what is closed stays as it was drawn", () => {
  const blocks = new MarkdownBlocks();
  expect(blocks.of("# Head\n\nOne")).toEqual(["# Head\n\nOne"]);
  expect(blocks.of("# Head\n\nOne\ntwo\n\n- a\n")).toEqual(["# Head\n\n", "One\ntwo\n\n", "- a\n"]);
  expect(blocks.of("# Head\n\nOne\ntwo\n\n- a\n\n  b\n- c\n\nEnd\n")).toEqual([
    "# Head\n\n",
    "One\ntwo\n\n",
    "- a\n\n  b\n- c\n\n",
    "End\n",
  ]);
  expect(blocks.of("Another text")).toEqual(["Another text"]);
  expect(blocks.of("")).toEqual([""]);
});

test("M116: an address that is defined in another block is found", () => {
  const text = "See [the page].\n\nOther words.\n\n[the page]: https://example.com\n";
  const blocks = new MarkdownBlocks();
  blocks.of(text.slice(0, 30));
  expect(blocks.of(text)).toEqual([text]);
});

const lines = [
  [
    "",
    " ",
    "\t",
    "words",
    "**bold** and _leaning_",
    "[a link](https://example.com)",
    "https://example.com",
    "a\\",
    "b  ",
  ],
  ["# Head", "===", "---", "***", "    indented", "\tby a tab", "> quote", "> - point in a quote", ">"],
  ["- point", "  - inner", "   inside", "* other", "+ third", "1. one", "2) two", "- [ ] to do", "10. ten", "-", "1."],
  ["```", "```js", "~~~", "````", "| a | b |", "| - | - |", "|-|", "| c |", "<div>", "</div>", "<!-- hidden", "-->"],
  ["<script>", "</script>", "~~gone~~", "`code", "``", "[^1]", "&amp;", "\\# none", "[open"],
].flat();

test("M116: a text is drawn the same, in however many pieces it comes", () => {
  const text = fc.array(fc.constantFrom(...lines), { minLength: 1, maxLength: 14 }).map((each) => each.join("\n"));
  fc.assert(
    // Lines without words between blocks are not drawn.
    fc.property(text, fc.array(fc.nat({ max: 200 }), { maxLength: 8 }), (whole, cuts) => {
      const blocks = new MarkdownBlocks();
      for (const cut of cuts.sort((a, b) => a - b))
        expect(blocks.of(whole.slice(0, cut)).join("")).toBe(whole.slice(0, cut));
      const pieces = blocks.of(whole).map(drawn);
      expect(pieces.join("\n").replaceAll(/\n+/g, "\n")).toBe(drawn(whole).replaceAll(/\n+/g, "\n"));
    }),
    { numRuns: 1_000 },
  );
});
