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
