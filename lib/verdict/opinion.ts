import type { Counter, Counts } from "./counter.ts";
import type { Verdict } from "./verdict.ts";

/** What a policy says of one call, in the fields that judging reads in order. */
export type Opinion = {
  /** It refuses the call. */
  denied: Verdict | null;
  /** It failed and might have refused: asks, and no grant skips that. */
  failed: Verdict | null;
  /** What each policy in it allows or asks about. */
  leanings: readonly Leaning[];
};

export type Leaning = {
  /** From a rule or code of the owner, which has priority over the tool's own flag. */
  ruled: Verdict | null;
  /** All rules that match, the one above included. */
  fitting?: readonly Verdict[];
  /** For a call without a rule or a flag. */
  otherwise: Verdict;
};

/** An opinion that may depend on counters; it is formed once they are read, and again when they may have changed. */
export type Considered = {
  counters: readonly Counter[];
  opinion: (counts: Counts) => Opinion;
};

/** The opinion of a policy with one fixed verdict, as a default. */
export function says(verdict: Verdict): Considered {
  const opinion =
    verdict.verdict === "deny"
      ? { denied: verdict, failed: null, leanings: [] }
      : { denied: null, failed: null, leanings: [{ ruled: null, otherwise: verdict }] };
  return { counters: [], opinion: () => opinion };
}

/** The opinion of the owner's code: its asking counts like a rule's, its allowing leaves the call to the others. */
export function saysAsRule(verdict: Verdict): Considered {
  if (verdict.verdict !== "ask") return says(verdict);
  const leanings = [{ ruled: verdict, fitting: [verdict], otherwise: verdict }];
  return { counters: [], opinion: () => ({ denied: null, failed: null, leanings }) };
}

/** The opinion of a policy that failed; `asks` is its verdict. */
export function fails(asks: Verdict): Considered {
  return { counters: [], opinion: () => ({ denied: null, failed: asks, leanings: [] }) };
}

const strictness = { allow: 0, ask: 1, deny: 2 };

/** Row 16 (the strictest wins): deny before ask before allow; of equals the first. Null when there are none. */
export function strictest(verdicts: Iterable<Verdict | null>): Verdict | null {
  let found: Verdict | null = null;
  for (const verdict of verdicts) {
    if (verdict && (!found || strictness[verdict.verdict] > strictness[found.verdict])) found = verdict;
  }
  return found;
}

/** Of several policies the strictest counts, in any order. */
export function together(members: readonly Considered[]): Considered {
  return {
    counters: members.flatMap(({ counters }) => counters),
    opinion: (counts) => {
      const opinions = members.map(({ opinion }) => opinion(counts));
      return {
        denied: strictest(opinions.map(({ denied }) => denied)),
        failed: strictest(opinions.map(({ failed }) => failed)),
        leanings: opinions.flatMap(({ leanings }) => leanings),
      };
    },
  };
}
