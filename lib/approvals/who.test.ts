import { expect, test } from "vitest";
import { audienceOf, listed } from "./audience.ts";
import { whyNeverApproved } from "./may-answer.ts";
import { isStillEnough, type Who } from "./who.ts";

const quorum = (needed: number, people: string[] = [], roles: ("reviewer" | "owner")[] = ["reviewer"]): Who => ({
  kind: "quorum",
  needed,
  people,
  roles,
});

test("row 9: an answer stays enough unless others, or more of them, are asked for", () => {
  expect(isStillEnough({ kind: "other" }, { kind: "self" })).toBe(true);
  expect(isStillEnough({ kind: "other" }, { kind: "other" })).toBe(true);
  expect(isStillEnough(quorum(2, ["a", "b"]), quorum(2, ["b", "a"]))).toBe(true);
  expect(isStillEnough({ kind: "self" }, { kind: "other" })).toBe(false);
  expect(isStillEnough({ kind: "other" }, quorum(1))).toBe(false);
  expect(isStillEnough(quorum(2), quorum(3))).toBe(false);
  expect(isStillEnough(quorum(2, ["a"]), quorum(2, ["b"]))).toBe(false);
});

test("names are listed as people say them, and of many only the first", () => {
  expect(listed([], "and")).toBe("nobody");
  expect(listed(["Ana"], "or")).toBe("Ana");
  expect(listed(["Ana", "Ben"], "or")).toBe("Ana or Ben");
  expect(listed(["Ana", "Ben", "Cleo", "Dora", "Eve"], "and")).toBe("Ana, Ben, Cleo, Dora and Eve");
  expect(listed(["Ana", "Ben", "Cleo", "Dora", "Eve", "Flo"], "and")).toBe("Ana, Ben, Cleo, Dora and 2 more");
});

test("row 9: a card of too few people says so, whoever looks", () => {
  const people = [
    { id: "kim", name: "Kim", role: "owner" as const },
    { id: "ana", name: "Ana", role: "reviewer" as const },
  ];
  expect(whyNeverApproved(quorum(2), "kim", people)).toBe("It needs 2 signatures, and only 1 person here may sign.");
  const audience = audienceOf({ who: quorum(2), askerId: "kim", viewerId: "ana", people, signatures: [] });
  expect(audience.words).toBe(
    "It needs 2 signatures, and only 1 person here may sign. It ends by itself, and is not run.",
  );
  expect(audience).toMatchObject({ mayAnswer: true, askedBy: "Kim", needed: 2 });
});
