import { parseRule } from "#lib/policies/file/parse-rule.ts";
import { parsePolicyFile, type PolicyFileProblem } from "#lib/policies/file/policy-file.ts";
import type { PolicyOverview, Suggestion } from "#lib/policies/changes/policy-overview.ts";
import { refusesAll } from "#lib/policies/parts-of-policy.ts";
import type { Rehearsal } from "#lib/policies/changes/rehearsal.ts";
import { sentenceOfRule } from "#lib/policies/sentence-of-rule.ts";
import type { Rule } from "#lib/policies/rule.ts";
import { withRules } from "#lib/policies/with-rules.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { changePolicy, type ChangePolicy } from "./change-policy.ts";
import type { Policies } from "./policies.ts";
import { policyOfStored, readStoredPolicy, storedPolicy, type StoredPolicy } from "./policy-in-force.ts";
import { policyOverview } from "./policy-overview.ts";
import { rehearse } from "./rehearse.ts";
import { dismissSuggestion, suggestions } from "./suggestions.ts";
import { hashOfText } from "./review-policy-file.ts";

type Problems = { problems: PolicyFileProblem[] };
type Viewer = { personId: string; seesAll: boolean };

/** What people see of the policy of the instance, and what they change. */
export type PolicyAdmin = Pick<Policies, "confirm" | "keep"> & {
  change: ChangePolicy;
  /** Whether the whole app refuses every call. */
  stopsAll: () => boolean;
  overview: (show: { all: boolean }) => Promise<PolicyOverview>;
  suggestions: () => Promise<Suggestion[]>;
  dismiss: (of: { personId: string; key: string; tool: string }) => Promise<void>;
  /** Rehearses the policy in force with one more rule. */
  rehearseRule: (
    viewer: Viewer,
    text: string,
    withinMs: number | null,
  ) => Promise<{ rule: Rule; words: string; rehearsal: Rehearsal; ofOwnCalls: boolean } | Problems>;
  /** Rehearses the waiting file, if it is still the one with this hash. */
  rehearseWaiting: (viewer: Viewer, hash: string) => Promise<Rehearsal | null>;
};

export function policyAdmin(database: Database, policies: Policies): PolicyAdmin {
  return {
    confirm: policies.confirm,
    keep: policies.keep,
    change: changePolicy({ database, policies }),
    stopsAll: () => refusesAll(policies.current()),
    overview: async (show) =>
      policyOverview(database, {
        ...show,
        missing: await policies.missingServers(),
        notFollowed: policies.notFollowed(),
      }),
    suggestions: () => suggestions(database, policies.current()),
    dismiss: (of) => dismissSuggestion(database, of),
    rehearseRule: async (viewer, text, withinMs) => {
      const parsed = parseRule(text, { serverIds: await policies.serverIds() });
      if ("problems" in parsed) return parsed;
      const { rule } = parsed;
      // In shadow mode too, the comparison is with the policy after it.
      const stored = await storedPolicy(database);
      const policy = policies.around(withRules(policyOfStored(stored), [rule]));
      const ofOwnCalls = !viewer.seesAll && asksOfArguments(viewer, rule, stored);
      const personId = ofOwnCalls ? viewer.personId : undefined;
      const rehearsal = await rehearse(database, policy, { withinMs, personId });
      return { rule, words: sentenceOfRule(rule), rehearsal: seenBy(viewer, rehearsal), ofOwnCalls };
    },
    rehearseWaiting: async (viewer, hash) => {
      const stored = await storedPolicy(database);
      const text = stored.file?.waiting_text ?? null;
      if (stored.file === null || text === null || hashOfText(text) !== hash) return null;
      if ("problems" in parsePolicyFile(text)) return null;
      const then = policies.around(policyOfStored({ ...stored, file: { ...stored.file, confirmed_text: text } }));
      return seenBy(viewer, await rehearse(database, then, { withinMs: null }));
    },
  };
}

/** Whether counts would tell the viewer what the arguments of other people's calls are, condition by condition. */
function asksOfArguments({ personId }: Viewer, drafted: Rule, stored: StoredPolicy): boolean {
  const own = readStoredPolicy(stored).added.filter(({ row }) => row.added_by === personId);
  return [drafted, ...own.map(({ rule }) => rule)].some(({ when }) => when !== null);
}

/** Only the owner sees the arguments of other people's calls. */
function seenBy({ personId, seesAll }: Viewer, rehearsal: Rehearsal): Rehearsal {
  if (seesAll) return rehearsal;
  const first = rehearsal.letThrough.first.map((call) =>
    call.personId === personId ? call : { ...call, argumentsJson: null },
  );
  return { ...rehearsal, letThrough: { ...rehearsal.letThrough, first } };
}
