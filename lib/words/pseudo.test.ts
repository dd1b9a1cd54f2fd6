import { expect, test } from "vitest";
import { pseudoAskedFor, pseudoOf, pseudoTexts } from "./pseudo.ts";
import { sayIn } from "./say.ts";
import { words } from "./words.ts";

const shop = words("shop", { sells: "{count, plural, one {# tool} other {# tools}} for <b>{name}</b>" });

test("W7: a made-up language is longer, and keeps what is put in", () => {
  expect(pseudoOf("Approve")).toBe("[Åpprövëëxtr]");
  const speech = pseudoTexts("ar-XB", [shop]);
  expect(speech.direction).toBe("rtl");
  expect(speech.texts["shop"]?.["sells"]).toContain("{name}");
  const plain = words("plain", { counts: "{count, plural, one {# tool} other {# tools}}" });
  expect(sayIn(pseudoTexts("en-XA", [plain]), plain)("counts", { count: 2 })).toBe("[2 töölsëxt]");
});

test("W7: a browser asks for it by its name, as the first of its languages", () => {
  expect(pseudoAskedFor("en-XA")).toBe("en-XA");
  expect(pseudoAskedFor("ar-XB,en;q=0.5")).toBe("ar-XB");
  expect(pseudoAskedFor("en-US,en-XA")).toBeNull();
  expect(pseudoAskedFor(null)).toBeNull();
});
