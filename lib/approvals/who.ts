import type { Role } from "./role.ts";

/**
 * Who may answer for a call: the person whose chat it is (`self`), a reviewer who is not that person (`other`), or so
 * many different people of those named (`quorum`). People are named by their id.
 */
export type Who =
  | { kind: "self" }
  | { kind: "other" }
  | { kind: "quorum"; needed: number; people: readonly string[]; roles: readonly Role[] };
