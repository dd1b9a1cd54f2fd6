import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { ToolOnPage } from "#lib/policies/changes/tools-page.ts";
import { ReviewEntry } from "./review-entry.tsx";

const drawn = (review: ToolOnPage["review"], isShown: boolean) => {
  const tool = {
    name: "list",
    title: "list",
    description: "",
    review,
    risk: { assessed: 2 },
    effects: [],
    asks: true,
    approval: { written: "inherit" },
    definition: [{ kind: "same", text: "The whole definition" }],
  };
  // What it reads of a tool.
  return renderToStaticMarkup(<ReviewEntry tool={tool as unknown as ToolOnPage} actions={null} isShown={isShown} />);
};

test("M120: a definition is drawn as it is opened, and what changed in the first tools at once", () => {
  expect(drawn("changed", true)).toContain("The whole definition");
  expect(drawn("changed", false)).not.toContain("The whole definition");
  expect(drawn("changed", false)).toContain("What changed");
  expect(drawn("new", true)).not.toContain("The whole definition");
});
