import type { Role } from "./role.ts";

/** So many different people out of those named. People are named by their id. */
export type Signers = { needed: number; people: readonly string[]; roles: readonly Role[] };

/**
 * Who may answer for a call: the person whose chat it is (`self`), a reviewer who is not that person (`other`), or so
 * many different people of those named (`quorum`). A question that was tightened while open may need several such
 * groups: those in `and` beside the first.
 */
export type Who = { kind: "self" } | { kind: "other" } | ({ kind: "quorum"; and?: readonly Signers[] } & Signers);

const others: Signers = { needed: 1, people: [], roles: ["reviewer", "owner"] };

/** The groups that must all be met; none where the chat's own person answers. */
export function signersOf(who: Who): readonly Signers[] {
  if (who.kind === "self") return [];
  if (who.kind === "other") return [others];
  const { needed, people, roles, and = [] } = who;
  return [{ needed, people, roles }, ...and];
}

/** Whether an answer that was enough before is enough now: people who must answer now had to answer then. */
export function isStillEnough(before: Who, now: Who): boolean {
  const given = signersOf(before);
  return signersOf(now).every((wanted) => given.some((one) => implies(one, wanted)));
}

/** Never looser than either: others win over the person themselves, and different groups must each be met. */
export function stricterWho(one: Who, other: Who): Who {
  if (isStillEnough(one, other)) return one;
  if (isStillEnough(other, one)) return other;
  const all = [...signersOf(one), ...signersOf(other)];
  // Of two groups that imply each other the first stays.
  const needed = all.filter(
    (each, at) =>
      !all.some((than, place) => place !== at && implies(than, each) && (place < at || !implies(each, than))),
  );
  const [first = others, ...and] = needed;
  return { kind: "quorum", ...first, ...(and.length === 0 ? {} : { and }) };
}

/** Whether everybody who meets the first group meets the second. */
function implies(one: Signers, other: Signers): boolean {
  return (
    one.needed >= other.needed &&
    one.people.every((id) => other.people.includes(id)) &&
    one.roles.every((role) => other.roles.includes(role))
  );
}
