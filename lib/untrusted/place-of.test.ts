import fc from "fast-check";
import { expect, test } from "vitest";
import { placeOf } from "./place-of.ts";

const few = fc.array(fc.constantFrom("a", "b", "\ud83d", "é"), { maxLength: 60 }).map((signs) => signs.join(""));

test("C80: a text is found where it stands first, as by indexOf", () => {
  fc.assert(fc.property(few, few, (part, text) => placeOf(part.slice(0, 6), text) === text.indexOf(part.slice(0, 6))));
  fc.assert(
    fc.property(fc.string(), fc.string(), (part, text) => placeOf(part, text + part) === (text + part).indexOf(part)),
  );
  expect(placeOf("", "")).toBe(0);
});

test("C80: texts that repeat themselves are searched in no longer a time than others", () => {
  const begun = performance.now();
  const part = `aaaaab${"a".repeat(40_000)}`;
  expect(placeOf(part, "a".repeat(256_000))).toBe(-1);
  expect(performance.now() - begun).toBeLessThan(1_500);
});
