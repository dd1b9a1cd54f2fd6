import { expect, test } from "vitest";
import { fitting, triggerAt } from "./trigger-at.ts";

const at = (text: string) => triggerAt(text, text.length);

test("M63: @ where a word begins asks for a resource, with the words behind it", () => {
  expect(at("@")).toEqual({ kind: "resource", words: "", from: 0, to: 1 });
  expect(at("Read @the pl")).toEqual({ kind: "resource", words: "the pl", from: 5, to: 12 });
  expect(triggerAt("Read @pl now", 8)).toEqual({ kind: "resource", words: "pl", from: 5, to: 8 });
  for (const text of ["ana@example.com", "Read @ plan", "@plan  and", "@plan\nand", "", `@${"x".repeat(90)}`])
    expect(at(text), text).toBeNull();
});

test("M65: / at the beginning of a message asks for a prompt, and a path elsewhere does not", () => {
  expect(at("/rev")).toEqual({ kind: "prompt", words: "rev", from: 0, to: 4 });
  expect(at("  /")).toEqual({ kind: "prompt", words: "", from: 2, to: 3 });
  for (const text of ["Look into /etc", "/etc/passwd", "a /b"]) expect(at(text), text).toBeNull();
});

test("entries fit that hold every word, in any case and order", () => {
  const entries = ["The Plan of Notes", "Prices"];
  expect(fitting(entries, "notes plan", String)).toEqual(["The Plan of Notes"]);
  expect(fitting(entries, "", String)).toEqual(entries);
  expect(fitting(entries, "plan prices", String)).toEqual([]);
});
