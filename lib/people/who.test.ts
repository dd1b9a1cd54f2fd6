import fc from "fast-check";
import { expect, test } from "vitest";
import { audienceOf, listed } from "./audience.ts";
import { areEnough, mayAnswer, whyNeverApproved } from "./may-answer.ts";
import { roles, type Role } from "./role.ts";
import { isStillEnough, stricterWho, type Who } from "./who.ts";

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

test("I40: whoever asks or has signed is told by their address first, whatever they call themselves", () => {
  const people = [
    { id: "kim", name: "Olga (olga@example.com)", email: "kim@example.com", role: "member" as const },
    { id: "olga", name: "Olga", email: "olga@example.com", role: "owner" as const },
    { id: "ana", name: "Olga", email: "ana@example.com", role: "reviewer" as const },
  ];
  const given = { personId: "ana", name: "Olga", email: "ana@example.com", role: "reviewer" as const, at: 1 };
  const seen = audienceOf({ who: quorum(2), askerId: "kim", viewerId: "olga", people, hands: [], signatures: [given] });
  expect(seen).toMatchObject({
    askedBy: "kim@example.com (Olga (olga@example.com))",
    signatures: [{ by: "ana@example.com (Olga)", mine: false }],
  });
});

test("names are listed as every language does, and of many only the first", () => {
  expect(listed(["Ana"])).toBe("Ana");
  expect(listed(["Ana", "Ben"])).toBe("Ana, Ben");
  expect(listed(["Ana", "Ben", "Cleo", "Dora", "Eve"])).toBe("Ana, Ben, Cleo, Dora, Eve");
  expect(listed(["Ana", "Ben", "Cleo", "Dora", "Eve", "Flo"])).toBe("Ana, Ben, Cleo, Dora + 2");
});

test("row 9: a card of too few people says so, whoever looks", () => {
  const people = [
    { id: "kim", name: "Kim", email: null, role: "owner" as const },
    { id: "ana", name: "Ana", email: null, role: "reviewer" as const },
  ];
  expect(whyNeverApproved(quorum(2), "kim", people, [])).toBe(
    "It needs 2 signatures, and only 1 person here may sign.",
  );
  const audience = audienceOf({ who: quorum(2), askerId: "kim", viewerId: "ana", people, hands: [], signatures: [] });
  expect(audience.words).toBe(
    "It needs 2 signatures, and only 1 person here may sign. It will expire without running.",
  );
  expect(audience).toMatchObject({ mayAnswer: true, askedBy: "Kim", needed: 2 });
});

const ids = ["a", "b", "c", "kim"];
const anyWho: fc.Arbitrary<Who> = fc.oneof(
  fc.constantFrom<Who>({ kind: "self" }, { kind: "other" }),
  fc.record({
    kind: fc.constant("quorum" as const),
    needed: fc.integer({ min: 1, max: 3 }),
    people: fc.subarray(ids),
    roles: fc.subarray([...roles]),
  }),
);
const anyPeople = fc
  .tuple(...ids.map(() => fc.constantFrom<Role>(...roles)))
  .map((given) => ids.map((id, at) => ({ id, role: given[at] ?? "member" })));

/** Whether these people's yes is enough, of whom each may answer. */
function suffices(who: Who, signed: readonly { id: string; role: Role }[]): boolean {
  if (who.kind === "self") return signed.some(({ id }) => id === "kim");
  return areEnough(who, "kim", signed, []);
}

test("row 25: of two the stricter is never looser than either, whoever signs, however often they are put together", () => {
  fc.assert(
    fc.property(
      fc.array(anyWho, { minLength: 2, maxLength: 4 }),
      anyPeople,
      fc.subarray(ids),
      (all, people, signers) => {
        const merged = all.reduce(stricterWho);
        const signed = people.filter(({ id }) => signers.includes(id));
        const asksOthers = all.some(({ kind }) => kind !== "self");
        expect(merged.kind !== "self").toBe(asksOthers);
        for (const one of all) {
          expect(isStillEnough(merged, one)).toBe(true);
          // Any other answerer is stricter than the person alone.
          if (one.kind === "self" && asksOthers) continue;
          if (suffices(merged, signed)) expect(suffices(one, signed)).toBe(true);
        }
        // It is not stricter than all of them together.
        const others = all.filter(({ kind }) => kind !== "self");
        if (others.length > 0 && others.every((one) => suffices(one, signed)))
          expect(suffices(merged, signed)).toBe(true);
        const backwards = all.toReversed().reduce(stricterWho);
        expect(suffices(backwards, signed)).toBe(suffices(merged, signed));
        // Each answerer is asked by one of them.
        for (const person of people.filter((each) => mayAnswer(merged, "kim", each, []))) {
          expect(all.some((one) => mayAnswer(one, "kim", person, []))).toBe(true);
        }
        if (asksOthers) expect(mayAnswer(merged, "kim", { id: "kim", role: "owner" }, [])).toBe(false);
      },
    ),
    { numRuns: 2_000 },
  );
});

test("B17: where the only ones who may sign are an account and whoever made it, the card says that it waits in vain", () => {
  const people = [
    { id: "olga", role: "owner" as const },
    { id: "ana", role: "reviewer" as const },
  ];
  const two = quorum(2, [], ["reviewer", "owner"]);
  expect(whyNeverApproved(two, "kim", people, [])).toBe(null);
  const hands = [{ personId: "ana", byId: "olga", asOwner: true }];
  expect(whyNeverApproved(two, "kim", people, hands)).toContain("people here who count as different ones");
  const third = { id: "ben", role: "reviewer" as const };
  expect(whyNeverApproved(two, "kim", [...people, third], hands)).toBe(null);
});

test("B17: a card names who does not count as a second person, and says why", () => {
  const people = [
    { id: "kim", name: "Kim", email: null, role: "member" as const },
    { id: "ana", name: "Ana", email: null, role: "reviewer" as const },
    { id: "ben", name: "Ben", email: null, role: "reviewer" as const },
    { id: "cleo", name: "Cleo", email: null, role: "reviewer" as const },
  ];
  const hands = [
    { personId: "ana", byId: "kim", asOwner: true },
    { personId: "ben", byId: "dora", asOwner: false },
  ];
  const seenBy = (viewerId: string) =>
    audienceOf({ who: { kind: "other" }, askerId: "kim", viewerId, people, hands, signatures: [] });
  expect(seenBy("kim").words).toBe(
    "Waits for a reviewer: Cleo. Not counted as a second person here: Ana. Whoever asks made that account, gave it " +
      "its role, reset it or let it back in, less than 30 days ago. Not counted as a second person here: Ben. " +
      "Somebody other than the owner made that account, reset it or let it back in, less than 30 days ago.",
  );
  expect(seenBy("ana")).toMatchObject({ mayAnswer: false, words: expect.stringContaining("You do not count") });
  expect(seenBy("cleo").mayAnswer).toBe(true);
  expect(whyNeverApproved({ kind: "other" }, "kim", people.slice(0, 3), hands)).toContain("there is none here");
});
