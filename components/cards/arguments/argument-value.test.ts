import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { JsonValue } from "#lib/untrusted/json.ts";
import { ArgumentValue } from "./argument-value.tsx";

test("C1: nested lists do not push their content out of the card", () => {
  let value: JsonValue = 987654;
  for (let depth = 0; depth < 29; depth += 1) value = [value];
  const drawn = renderToStaticMarkup(
    createElement(ArgumentValue, { value, schema: {}, label: "a", expanded: false, depth: 0 }),
  );
  expect(drawn.match(/<li/g)).toHaveLength(29);
  // Each of these stands beside its number, and takes away from the width.
  expect(drawn.match(/class="flex gap-2"/g)).toHaveLength(3);
});
