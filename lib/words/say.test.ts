import fc from "fast-check";
import { expect, test } from "vitest";
import { sayIn, sayPartsIn } from "./say.ts";
import { english, type Speech } from "./speech.ts";
import { words } from "./words.ts";

const shop = words("shop", {
  greets: "Hello {name}",
  counts: "{count, plural, one {# tool} other {# tools}} of {name}",
  marks: "Press <b>that {thing}</b> now",
  plain: "It’s 5 > 3",
});
const german: Speech = {
  language: "de",
  texts: {
    shop: { greets: "Hallo {name}", counts: "{count, plural, one {# Werkzeug} other {# Werkzeuge}} von {name}" },
  },
};

test("W2: a sentence is said in the language of its reader, and in English where that has none", () => {
  expect(sayIn(german, shop)("greets", { name: "Ana" })).toBe("Hallo Ana");
  expect(sayIn(german, shop)("counts", { count: 1_200, name: "Ana" })).toBe("1.200 Werkzeuge von Ana");
  expect(sayIn(german, shop)("plain")).toBe("It’s 5 > 3");
  expect(sayIn(english, shop)("counts", { count: 1, name: "Ana" })).toBe("1 tool of Ana");
});

test("W3: what is put into a sentence is data, whatever it looks like", () => {
  const say = sayIn(german, shop);
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (name) => {
      expect(say("greets", { name })).toBe(`Hallo ${name}`);
    }),
  );
  for (const name of ["{name}", "<b>x</b>", "{n, plural, other {#}}", "'{'", "'"]) {
    expect(say("greets", { name })).toBe(`Hallo ${name}`);
    const parts = sayPartsIn(german, shop)<{ held: unknown }, "marks">("marks", {
      thing: name,
      b: (held) => ({ held }),
    });
    expect(parts).toEqual(["Press ", { held: [`that ${name}`] }, " now"]);
  }
});
