import { expect, test } from "vitest";
import { whoOf, writtenWho } from "./written-who.ts";

test.each([
  ["self", { kind: "self" }],
  ["other", { kind: "other" }],
  [
    { quorum: 1, people: ["ana"] },
    { kind: "quorum", needed: 1, people: ["ana"], roles: [] },
  ],
  [
    { quorum: 2, roles: ["reviewer"] },
    { kind: "quorum", needed: 2, people: [], roles: ["reviewer"] },
  ],
])("who may answer is read as it is written: %j", (written, who) => {
  expect(whoOf(writtenWho.parse(written))).toEqual(who);
});
