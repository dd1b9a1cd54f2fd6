import type { Role } from "./role.ts";

/**
 * Who may answer for a call: the person whose chat it is (`self`), a reviewer who is not that person (`other`), or so
 * many different people of those named (`quorum`). People are named by their id.
 */
export type Who =
  | { kind: "self" }
  | { kind: "other" }
  | { kind: "quorum"; needed: number; people: readonly string[]; roles: readonly Role[] };

/** Whether an answer that was enough before is enough now: others are asked for only where they are not the same. */
export function isStillEnough(before: Who, now: Who): boolean {
  return now.kind === "self" || JSON.stringify(inOrder(now)) === JSON.stringify(inOrder(before));
}

function inOrder(who: Who) {
  if (who.kind !== "quorum") return { kind: who.kind };
  const { kind, needed, people, roles } = who;
  return { kind, needed, people: people.toSorted(), roles: roles.toSorted() };
}
