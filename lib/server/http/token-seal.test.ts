import fc from "fast-check";
import { expect, test } from "vitest";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { TokenSeal, tokenSealOf } from "./token-seal.ts";

const seal = new TokenSeal("of this instance");
const anyText = fc.string({ unit: "binary", maxLength: 100 });

test("G23: the seal is on what this instance gave out, to the letter, and on nothing else", () => {
  fc.assert(
    fc.property(anyText, anyText, fc.nat(), (token, other, at) => {
      const sealed = seal.sealed(token);
      expect(sealed).toBe(token + sealed.slice(-22));
      expect(sealed.slice(-22)).toMatch(/^[\w-]{22}$/);
      expect(seal.isOn(sealed)).toBe(true);
      expect(new TokenSeal("of another").isOn(sealed)).toBe(false);
      const place = sealed.length - 1 - (at % 22);
      const changed = sealed[place] === "A" ? "B" : "A";
      for (const wrong of [token, other, sealed + other, other + sealed, sealed.slice(0, -1), sealed.slice(1)]) {
        if (wrong !== sealed) expect(seal.isOn(wrong)).toBe(false);
      }
      expect(seal.isOn(sealed.slice(0, place) + changed + sealed.slice(place + 1))).toBe(false);
    }),
  );
});

test("G23: every instance on a store has the same seal, also those that start at once, and another store another", async () => {
  const database = await openTestDatabase();
  const seals = await Promise.all(Array.from({ length: 5 }, () => tokenSealOf(database)));
  seals.push(await tokenSealOf(database));
  expect(new Set(seals.map((each) => each.sealed("token"))).size).toBe(1);
  expect((await tokenSealOf(await openTestDatabase())).isOn(seals[0]!.sealed("token"))).toBe(false);
});
