import { expect, test } from "vitest";
import { languageAskedFor } from "./language.ts";

test.each([
  [null, "en"],
  ["", "en"],
  ["de", "de"],
  ["de-AT,de;q=0.9,en;q=0.8", "de"],
  ["fr,de;q=0.5,en;q=0.2", "de"],
  ["en-US,en;q=0.9,de;q=0.8", "en"],
  ["de;q=0.1,en;q=0.9", "en"],
  ["de;q=0,fr", "en"],
  ["DE", "de"],
  ["*", "en"],
  ["de;q=much", "en"],
])("W1: a browser that asks for %j reads %s", (header, language) => {
  expect(languageAskedFor(header)).toBe(language);
});
