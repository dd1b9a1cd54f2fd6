import type { PolicyFileProblem } from "#lib/policies/file/policy-file.ts";
import type { ToolLists } from "./tool-lists.ts";
import type { UnmatchedPattern } from "#lib/policies/drafts/unmatched-patterns.ts";
import type { Verdict } from "#lib/verdict/verdict.ts";

/** The policy of the instance as people see it. */
export type PolicyOverview = {
  /** Why the stored policy is not in force, so that everything is refused; null usually. */
  broken: string | null;
  /** Why changes of the file are not followed; null usually. */
  notFollowed: string | null;
  /** Whether nothing runs in the whole app. */
  shadow: boolean;
  /** What judges the calls that no rule fits; `other`: a policy in code takes part. */
  otherwise: "annotated" | "denyAll" | "other";
  rules: RuleInForce[];
  toolLists: ToolLists | null;
  file: { name: string; confirmedAt: number; confirmedBy: string | null } | null;
  waiting: WaitingFile | null;
};

export type RuleInForce = {
  id: string;
  verdict: Verdict["verdict"];
  /** Its verdict, and on which calls, in a sentence. */
  words: string;
  /** The owner's own sentence, which calls and cards cite; null where they cite `words`. */
  reason: string | null;
  source: "file" | "app" | "lists";
  /** The server that it names and that was removed: it fits nothing. null usually. */
  missing: string | null;
  /** Its patterns that fit no tool; for people who manage tools. */
  unmatched: UnmatchedPattern[];
  /** The server that it names; null for every server. */
  server: string | null;
  /** For a rule of the app; its text for people who manage tools. */
  added: { by: string; at: number; text: string | null } | null;
};

/** A changed file that is not in force, or not in its own words: it waits for the owner, or has errors and cannot be. */
export type WaitingFile = {
  name: string;
  hash: string;
  at: number;
  /** What it loosens, a sentence each; none where it has errors. */
  loosens: string[];
  /** What cards would say that nobody confirmed, a sentence each. */
  rewords: string[];
  /** Whether only its words wait: what it tightens counts already. */
  isInForce: boolean;
  problems: PolicyFileProblem[];
  /** Compared with what a person last confirmed. */
  diff: DiffLine[];
};

export type DiffLine = { kind: "same" | "added" | "removed"; text: string };

/** A rule that the app would save, with the evidence for it. */
export type Suggestion = {
  key: string;
  server: string;
  tool: string;
  argumentsJson: string;
  /** How often exactly this call was approved as it was. */
  approvals: number;
  text: string;
};
