import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { oneLine } from "./one-line.ts";

test("C2, C3: what stands on a lock screen is one short line with nothing hidden in it", () => {
  expect(oneLine("  pay \n\n the\tbill ")).toBe("pay the bill");
  expect(oneLine("pay\u202Ellib")).toBe("pay⟨U+202E⟩llib");
  expect(oneLine("👩‍👩‍👧".repeat(200)).length).toBeLessThanOrEqual(120);
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
      const line = oneLine(text);
      expect(line.length).toBeLessThanOrEqual(120);
      expect(line).not.toMatch(/[\n\r\u2028\u2029\u202E]/u);
      expect(line.isWellFormed()).toBe(true);
    }),
  );
});

test("G8: of a long text no more is cleaned than may be shown, and it is said that there was more", () => {
  const cleaning = vi.spyOn(String.prototype, "replaceAll");
  onTestFinished(() => cleaning.mockRestore());
  expect(oneLine("a\u200B".repeat(500_000))).toMatch(/^(a⟨U\+200B⟩)+.*…$/u);
  expect(oneLine(`pay${" ".repeat(500_000)}Mallory`)).toBe("pay…");
  expect(Math.max(...cleaning.mock.contexts.map((text) => String(text).length))).toBeLessThanOrEqual(5_000);
});
