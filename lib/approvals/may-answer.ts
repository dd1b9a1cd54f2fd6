import type { Role } from "./role.ts";
import type { Who } from "./who.ts";

export type Answerer = { id: string; role: Role };

/** Whether a person may answer a question that `askerId`'s chat asks. The store's statements say the same: `store/who.ts`. */
export function mayAnswer(who: Who, askerId: string, { id, role }: Answerer): boolean {
  switch (who.kind) {
    case "self":
      return id === askerId;
    case "other":
      return id !== askerId && (role === "reviewer" || role === "owner");
    case "quorum":
      return id !== askerId && (who.people.includes(id) || who.roles.includes(role));
  }
}

/**
 * Why nobody could ever approve what this person asks for, as a sentence; null when enough people may. Nobody is asked
 * in vain without being told.
 */
export function whyNeverApproved(who: Who, askerId: string, people: readonly Answerer[]): string | null {
  const count = people.filter((person) => mayAnswer(who, askerId, person)).length;
  switch (who.kind) {
    case "self":
      return null;
    case "other":
      return count > 0 ? null : "It needs a reviewer who is not the person who asks, and there is none here.";
    case "quorum":
      if (count >= who.needed) return null;
      return `It needs ${who.needed} signatures, and only ${count} ${count === 1 ? "person" : "people"} here may sign.`;
  }
}
