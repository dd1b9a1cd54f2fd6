import type { Condition } from "./condition.ts";
import { newEffort } from "./may-take-long.ts";
import { ToolApprovalError } from "#lib/verdict/tool-approval-error.ts";

/** Holds as soon as one holds, even if others cannot be decided. */
export function anyOf(conditions: readonly Condition[]): Condition {
  return joined("any", conditions, true);
}

/** Holds when all hold. It fails as soon as one fails, even if others cannot be decided. */
export function allOf(conditions: readonly Condition[]): Condition {
  return joined("all", conditions, false);
}

function joined(word: "any" | "all", conditions: readonly Condition[], decisive: boolean): Condition {
  const [only, ...others] = conditions;
  if (only !== undefined && others.length === 0) return only;
  return {
    written: { [word]: conditions.map(({ written }) => written) },
    words: conditions.map(({ words }) => `(${words})`).join(` ${joints[word]} `),
    counted: conditions.flatMap(({ counted }) => counted),
    holds: (facts, count, effort = newEffort()) => {
      let undecided: ToolApprovalError | null = null;
      for (const { holds } of conditions) {
        try {
          if (holds(facts, count, effort) === decisive) return decisive;
        } catch (error) {
          if (!(error instanceof ToolApprovalError)) throw error;
          undecided ??= error;
        }
      }
      if (undecided) throw undecided;
      return !decisive;
    },
  };
}

const joints = { any: "or", all: "and" };
