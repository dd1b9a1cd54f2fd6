import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Markdown } from "./markdown.tsx";

const drawn = (text: string) => renderToStaticMarkup(<Markdown text={text} />);

test.each([
  ["a wide table with short rows", `|${"a|".repeat(3_000)}\n|${"-|".repeat(3_000)}\n${"a\n".repeat(3_000)}`],
  ["a table inside a quote", `> |${"a|".repeat(3_000)}\n> |${"-|".repeat(3_000)}\n${"> a\n".repeat(3_000)}`],
  ["a table by lone carriage returns", `|${"a|".repeat(3_000)}\r|${"-|".repeat(3_000)}\r${"a\r".repeat(3_000)}`],
  ["many small wide tables", `|${"a|".repeat(300)}\n|${"-|".repeat(300)}\n${"a\n".repeat(50)}\n`.repeat(20)],
  ["emphasis that crosses", "*a_".repeat(12_000)],
  ["emphasis in lines", "*a_\n".repeat(12_000)],
  ["emphasis after a point that is none", `- a\n${"    - *a_\n".repeat(6_000)}`],
  ["strong text in strong text", "**".repeat(3_000) + "a" + "**".repeat(3_000)],
  ["strong text by underscores", "__".repeat(3_000) + "a" + "__".repeat(3_000)],
  ["brackets in brackets", "[a".repeat(9_000) + "](b)".repeat(9_000)],
  ["quotes in quotes", ">".repeat(5_000) + "a"],
  ["quotes in lists", "> - ".repeat(2_000) + "a"],
  ["points that indent", Array.from({ length: 600 }, (_, level) => `${" ".repeat(level)}- a`).join("\n")],
])("M116: %s are shown as written", (_, text) => {
  const page = drawn(text);
  expect(page).toContain("too tangled to be laid out");
  expect(page.length).toBeLessThan(text.length * 5);
});

test.each([
  ["a letter with endless accents", `a${"\u0301".repeat(20_000)}`],
  ["endless code", `\`\`\`\n${"\u0628".repeat(20_000)}\n\`\`\``],
  ["an endless word in a tangled text", `${">".repeat(5_000)} ${"\u0628".repeat(20_000)}`],
])("M120: %s is broken", (_, text) => {
  expect(drawn(text).match(/⟨goes on⟩/g)?.length).toBeGreaterThan(18);
});

test.each([
  ["a long list of bold words", "- **One**: this [link](https://example.com) and `code`\n".repeat(1_000), "<li>"],
  ["a long table", `| a | b | c |\n| - | - | - |\n${"| x | **y** | z |\n".repeat(200)}`, "<td>"],
  ["long code", `\`\`\`json\n${'{ "a_name": [1, 2], "an_other": "x" },\n'.repeat(1_000)}\`\`\``, "<pre"],
  ["many paragraphs", "Lorem **ipsum** *dolor* [sit](https://example.com).\n\n".repeat(500), "<strong>"],
])("M116: %s is laid out", (_, text, has) => {
  expect(drawn(text)).toContain(has);
});

test.each([
  "[https://github.com/login](https://hub.com/login)",
  "[https://bank.example](https://k.example)",
  "[https://bank.example/?evil.example](https://evil.example)",
  "[https://bank.example/ evil.example](https://evil.example)",
  "[evil.example.bank.example](https://evil.example)",
  "[bank.example](mailto:x@evil.example)",
])("C9: %s shows its host beside the words", (text) => {
  expect(drawn(text)).toMatch(/\(<bdi dir="ltr">(?:hub\.com|k\.example|evil\.example|x@evil\.example)<\/bdi>\)/);
});

test("C9, I42: letters that turn the direction turn no host, nor an address that stands by itself", () => {
  expect(drawn("\u202E https://moc.elgoog.example")).toContain("><bdi>https://moc.elgoog.example</bdi></a>");
  const named = drawn("[\u202Ethem](https://moc.elgoog.example)");
  expect(named).toContain('<bdi>\u202Ethem</bdi></a><span class="text-small text-muted"> (<bdi dir="ltr">moc.elgoog');
});

test.each(["https://example.com/a", "www.example.com", "[example.com](https://example.com/x)", "ana@example.com"])(
  "C9: %s is its own host",
  (text) => expect(drawn(text)).not.toContain("("),
);
