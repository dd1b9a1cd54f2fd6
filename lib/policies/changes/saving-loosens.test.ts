import { expect, test } from "vitest";
import { removingLoosens, savingLoosens } from "./saving-loosens.ts";

test("P34: only a rule that allows is asked about when it is saved, and only one that held back when it is removed", () => {
  const of = (verdict: "allow" | "ask" | "deny") => ({ id: "r", verdict, words: "All calls." });
  expect(savingLoosens(of("allow"))).toBe("The rule lets calls run that nobody is asked about: All calls.");
  expect([savingLoosens(of("ask")), savingLoosens(of("deny"))]).toEqual([null, null]);
  expect(removingLoosens(of("allow"))).toBeNull();
  expect(removingLoosens(of("ask"))).toBe("The rule r no longer asks about calls. It says: All calls.");
  expect(removingLoosens(of("deny"))).toBe("The rule r no longer refuses calls. It says: All calls.");
});
