import { expect, test } from "vitest";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { isTyped, wordsToType } from "./words-to-type.ts";

const words = (args: Parameters<typeof wordsToType>[0]["args"], argument?: string, toolName = "drop_table") =>
  wordsToType({ toolName, argument, args });

test("C14: a person types the argument that the owner named, and the tool's name where none is named", () => {
  expect(words({ table: "orders" }, "table")).toBe("orders");
  expect(words({ table: "orders" })).toBe("drop_table");
  expect(words({ id: 42 }, "id")).toBe("42");
  expect(words({ table: " orders " }, "table")).toBe("orders");
});

test.each<[what: string, args: JsonObject, argument?: string]>([
  ["is missing", {}],
  ["is an inherited key", {}, "constructor"],
  ["is empty", { table: "" }],
  ["is only spaces", { table: "   " }],
  ["is no text and no number", { table: ["orders"] }],
  ["is a yes", { table: true }],
  ["is too long", { table: "o".repeat(61) }],
  ["has two lines", { table: "orders\nrm" }],
  ["has spaces that nobody can count", { table: "orders  old" }],
  ["has a space that does not break", { table: "orders\u00a0old" }],
  ["hides a character", { table: "ord\u200bers" }],
  ["turns its direction", { table: "\u202eorders" }],
  ["mixes alphabets", { table: "оrders" }],
])("C14: a value that cannot be typed as it looks is not asked for: the argument %s", (_, args, argument = "table") => {
  expect(words(args, argument)).toBe("drop_table");
});

test("C14: a tool whose name cannot be typed either is approved by a word", () => {
  expect(words({}, undefined, "drop\u200b")).toBe("approve");
});

test("C14: the words count exactly, but for spaces around them and how accents are composed", () => {
  expect(isTyped(" orders\n", "orders")).toBe(true);
  expect(isTyped("Cafe\u0301", "Café")).toBe(true);
  for (const wrong of ["", "Orders", "order", "orders2", "or ders", "оrders"])
    expect(isTyped(wrong, "orders")).toBe(false);
});
