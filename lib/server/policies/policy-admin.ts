import { parseRule } from "#lib/policies/file/parse-rule.ts";
import { parsePolicyFile, type PolicyFileProblem } from "#lib/policies/file/policy-file.ts";
import type { PolicyOverview, Suggestion } from "#lib/policies/changes/policy-overview.ts";
import { refusesAll } from "#lib/policies/parts-of-policy.ts";
import type { Rehearsal, RuleRehearsal } from "#lib/policies/changes/rehearsal.ts";
import { plainSentence } from "#lib/policies/drafts/plain-sentence.ts";
import type { Rule } from "#lib/policies/rule.ts";
import type { KnownTool } from "#lib/policies/drafts/unmatched-patterns.ts";
import { withRules } from "#lib/policies/with-rules.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { changePolicy, type ChangePolicy } from "./change-policy.ts";
import type { Policies } from "./policies.ts";
import { policyOfStored, readStoredPolicy, storedPolicy, type StoredPolicy } from "./policy-in-force.ts";
import type { Speech } from "#lib/words/speech.ts";
import { policyOverview } from "./policy-overview.ts";
import { rehearse, rehearseRule } from "./rehearse.ts";
import { dismissSuggestion, suggestions } from "./suggestions.ts";
import { hashOfText } from "./review-policy-file.ts";

type Problems = { problems: PolicyFileProblem[] };
type Viewer = { personId: string; seesAll: boolean };

/** What people see of the policy of the instance, and what they change. */
export type PolicyAdmin = Pick<Policies, "confirm" | "keep"> & {
  change: ChangePolicy;
  /** Whether the whole app refuses every call. */
  stopsAll: () => boolean;
  overview: (show: { all: boolean; speech?: Speech }) => Promise<PolicyOverview>;
  suggestions: () => Promise<Suggestion[]>;
  dismiss: (of: { personId: string; key: string; tool: string }) => Promise<void>;
  /** What a rule may be about, for the person who writes one. */
  known: () => KnownTool[];
  /** Rehearses one more rule beside the policy in force. */
  rehearseRule: (
    viewer: Viewer,
    text: string,
    withinMs: number | null,
  ) => Promise<{ rule: Rule; words: string; rehearsal: RuleRehearsal; ofOwnCalls: boolean } | Problems>;
  /** Rehearses the waiting file, if it is still the one with this hash. */
  rehearseWaiting: (viewer: Viewer, hash: string) => Promise<Rehearsal | null>;
};

export function policyAdmin(database: Database, policies: Policies, known: () => KnownTool[]): PolicyAdmin {
  return {
    confirm: policies.confirm,
    keep: policies.keep,
    change: changePolicy({ database, policies }),
    stopsAll: () => refusesAll(policies.current()),
    overview: async (show) =>
      policyOverview(database, {
        ...show,
        missing: await policies.missingServers(),
        known: known(),
        notFollowed: policies.notFollowed(),
      }),
    known,
    suggestions: () => suggestions(database, policies.current()),
    dismiss: (of) => dismissSuggestion(database, of),
    rehearseRule: async (viewer, text, withinMs) => {
      const parsed = parseRule(text, { serverIds: await policies.serverIds() });
      if ("problems" in parsed) return parsed;
      const { rule } = parsed;
      // In shadow mode too, the comparison is with the policy after it.
      const stored = await storedPolicy(database);
      const inForce = policyOfStored(stored);
      const beside = {
        today: policies.around(inForce),
        withRule: (added: Rule) => policies.around(withRules(inForce, [added])),
      };
      const ofOwnCalls = !viewer.seesAll && asksOfArguments(viewer, rule, stored);
      const personId = ofOwnCalls ? viewer.personId : undefined;
      const rehearsal = await rehearseRule(database, rule, beside, { withinMs, personId });
      return { rule, words: plainSentence(rule), rehearsal: seenBy(viewer, rehearsal), ofOwnCalls };
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
function seenBy<Told extends Pick<Rehearsal, "letThrough">>({ personId, seesAll }: Viewer, rehearsal: Told): Told {
  if (seesAll) return rehearsal;
  const first = rehearsal.letThrough.first.map((call) =>
    call.personId === personId ? call : { ...call, argumentsJson: null },
  );
  return { ...rehearsal, letThrough: { ...rehearsal.letThrough, first } };
}
