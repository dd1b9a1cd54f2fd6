import { withAddress } from "#lib/people/audience.ts";
import { namesOfPeople } from "#lib/store/people/people.ts";
import { diffLines } from "diff";
import { parsePolicyFile, type PolicyFileProblem } from "#lib/policies/file/policy-file.ts";
import type { DiffLine, PolicyOverview, RuleInForce, WaitingFile } from "#lib/policies/changes/policy-overview.ts";
import { partsOf, rulesOf } from "#lib/policies/parts-of-policy.ts";
import { plainSentence } from "#lib/policies/drafts/plain-sentence.ts";
import { sentenceForOthers, sentenceOfRule } from "#lib/policies/sentence-of-rule.ts";
import { unmatchedPatterns, type KnownTool } from "#lib/policies/drafts/unmatched-patterns.ts";
import type { Rule } from "#lib/policies/rule.ts";
import { toolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { english, type Speech } from "#lib/words/speech.ts";
import type { WatchedFileRow } from "#lib/store/schema/schema.ts";
import { policyChangesTo } from "./policy-changes-to.ts";
import { readStoredPolicy, type StoredPolicy, storedPolicy } from "./policy-in-force.ts";
import { hashOfText } from "./review-policy-file.ts";

type Show = {
  all: boolean;
  missing: ReadonlySet<string>;
  known?: readonly KnownTool[];
  notFollowed?: string | null;
  /** Of whoever reads the page. */
  speech?: Speech;
};

/**
 * Reads everything again. `all`: for people who manage tools, with what waits, and with the conditions of rules and whom
 * they name.
 */
export async function policyOverview(
  database: Database,
  { all, missing, known = [], notFollowed = null, speech = english }: Show,
): Promise<PolicyOverview> {
  const stored = await storedPolicy(database);
  const read = understood(stored);
  const { file, added, lists } = "broken" in read ? nothing : read;
  const names = await namesOfPeople(database, [
    ...added.map(({ row }) => row.added_by),
    ...(stored.file?.confirmed_by == null ? [] : [stored.file.confirmed_by]),
  ]);
  const unmatchedIn = unmatchedPatterns(all ? known : []);
  let plain = mostInPlainWords;
  const shown = (rule: Rule, source: RuleInForce["source"], added: RuleInForce["added"]) => {
    const unmatched = unmatchedIn(rule);
    plain -= 1;
    const inWords = plain < 0 ? sentenceOfRule : plainSentence;
    return ruleInForce(rule, missing, (all ? inWords : sentenceForOthers)(rule, speech), { source, added, unmatched });
  };
  const nameOf = (id: string) => {
    const named = names.get(id);
    return named === undefined ? "somebody" : withAddress(named);
  };
  const { file: row } = stored;
  return {
    broken: "broken" in read ? read.broken : null,
    notFollowed,
    shadow: stored.shadow,
    otherwise: partsOf(file)?.otherwise ?? "other",
    rules: [
      ...rulesOf(file).map((rule) => shown(rule, "file", null)),
      ...added.map(({ rule, row: { id, added_by: by, added_at: at, text } }) =>
        shown(all ? { ...rule, id } : rule, "app", { by: nameOf(by), at, text: all ? text : null }),
      ),
      ...lists.map((rule) => shown(rule, "lists", null)),
    ],
    toolLists: stored.toolLists,
    file:
      row === null
        ? null
        : {
            name: row.name,
            confirmedAt: row.confirmed_at,
            confirmedBy: row.confirmed_by === null ? null : nameOf(row.confirmed_by),
          },
    waiting: row === null || !all ? null : waitingOf(row),
  };
}

const nothing = { file: toolApprovalPolicy.denyAll(), added: [], lists: [] };

/** Even then the owner must see what waits, to be able to confirm it. */
function understood(stored: StoredPolicy): ReturnType<typeof readStoredPolicy> | { broken: string } {
  try {
    return readStoredPolicy(stored);
  } catch (error) {
    return { broken: error instanceof Error ? error.message : String(error) };
  }
}

/** Conditions are read once more for it, and a policy may have a thousand rules. */
const mostInPlainWords = 200;

function ruleInForce(
  rule: Rule,
  missing: ReadonlySet<string>,
  words: string,
  from: Pick<RuleInForce, "source" | "added" | "unmatched">,
): RuleInForce {
  const { id, verdict, reason, server } = rule;
  const gone = server !== null && missing.has(server) ? server : null;
  return { id, verdict, words, reason, server, missing: gone, ...from };
}

function waitingOf(row: WatchedFileRow): WaitingFile | null {
  const { name, waiting_text: text, waiting_at: at, confirmed_text: inForce, agreed_text: agreed, problems_json } = row;
  if (text === null || at === null) return null;
  // Only `reviewPolicyFile` writes it.
  const problems = problems_json === null ? [] : (JSON.parse(problems_json) as PolicyFileProblem[]);
  const isBroken = problems.length > 0;
  const { loosens, rewords } = isBroken ? unchanged : changesOf(text, { inForce, agreed });
  const diff = isBroken ? [] : diffOf(agreed, text);
  return { name, hash: hashOfText(text), at, loosens, rewords, isInForce: text === inForce, problems, diff };
}

/** Time limit: two texts with hardly anything in common take very long to compare (THREATS G8: input that blocks). */
const longestMs = 200;

const unchanged = { loosens: [], rewords: [] };

function changesOf(text: string, from: { inForce: string; agreed: string }) {
  const to = parsePolicyFile(text);
  return "policy" in to ? policyChangesTo(to.policy, from) : unchanged;
}

function diffOf(from: string, to: string): DiffLine[] {
  const changes = diffLines(from, to, { timeout: longestMs }) ?? [
    { value: from, removed: true, added: false },
    { value: to, removed: false, added: true },
  ];
  return changes.flatMap(({ value, added, removed }) => {
    const kind = added ? ("added" as const) : removed ? ("removed" as const) : ("same" as const);
    return value
      .replace(/\n$/, "")
      .split("\n")
      .map((text) => ({ kind, text }));
  });
}
