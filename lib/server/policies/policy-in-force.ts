import type { Log } from "#lib/gate/contract/gate.ts";
import { inConfirmedWords, isInWordsOfAdmins } from "#lib/policies/confirmed-words.ts";
import { parsePolicyFile } from "#lib/policies/file/policy-file.ts";
import { parseRule } from "#lib/policies/file/parse-rule.ts";
import type { Rule } from "#lib/policies/rule.ts";
import { hidingRules } from "#lib/policies/hiding-rules.ts";
import { rulesOfToolLists, type ToolLists, toolListsShape } from "#lib/policies/changes/tool-lists.ts";
import { toolApprovalPolicy, type ToolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import { withRules } from "#lib/policies/with-rules.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { instanceValues, policyRules } from "#lib/store/policies/policy-rules.ts";
import { policyVersionKey } from "#lib/store/runs/call-preconditions.ts";
import type { PolicyRuleRow, WatchedFileRow } from "#lib/store/schema/schema.ts";
import { watchedFile } from "#lib/store/policies/watched-files.ts";
import { hashOfText } from "./review-policy-file.ts";

export const policyFile = "policy.yaml";
export const shadowKey = "shadow-mode";
export const toolListsKey = "tool-lists";

/** All stored parts of the policy of the instance. */
export type StoredPolicy = {
  file: WatchedFileRow | null;
  rules: PolicyRuleRow[];
  shadow: boolean;
  toolLists: ToolLists | null;
  /** Every change increases it. Read first, so that a change meanwhile is read again. */
  version: number;
};

export async function storedPolicy(database: Pick<Database, "db">): Promise<StoredPolicy> {
  const values = await instanceValues(database, [shadowKey, toolListsKey, policyVersionKey]);
  const lists = values.get(toolListsKey);
  return {
    file: await watchedFile(database, policyFile),
    rules: await policyRules(database),
    shadow: values.get(shadowKey) === "on",
    toolLists: lists === undefined ? null : toolListsShape.parse(JSON.parse(lists)),
    version: Number(values.get(policyVersionKey) ?? 0),
  };
}

/** A rule of the app, as it is in force, with its row. */
export type AddedRule = { rule: Rule; row: PolicyRuleRow };

/**
 * Reads texts, and those of the last time not anew: a rule takes milliseconds, every change reads all of them, and so
 * does one that is refused (THREATS G8: input that blocks).
 */
function remembering<Parsed>(parse: (text: string) => Parsed) {
  let kept: ReadonlyMap<string, Parsed> = new Map();
  return <const Texts extends readonly string[]>(texts: Texts): { [Each in keyof Texts]: Parsed } => {
    const now = new Map(texts.map((text) => [text, kept.get(text) ?? parse(text)]));
    kept = now;
    // Each text was put there.
    return texts.map((text) => now.get(text)) as { [Each in keyof Texts]: Parsed };
  };
}

const filesOf = remembering((text) => parsePolicyFile(text));
const rulesOfTexts = remembering((text) => {
  const parsed = parseRule(text);
  if ("problems" in parsed || !isInWordsOfAdmins(parsed.rule)) return parsed;
  // Verdicts name rules: on cards, to programs and to models. The record of the rule has the whole hash.
  return { rule: { ...parsed.rule, id: `admin-rule-${hashOfText(text).slice(0, 12)}` } };
});

/**
 * Parses what is stored; `file` in the wording that a person confirmed. Throws when a part cannot be parsed, for
 * example after a later release wrote it.
 */
export function readStoredPolicy({ file, rules, toolLists }: StoredPolicy) {
  // Its servers were known when it came into force; a rule for a server that was removed since matches no calls.
  const [read, agreed] = filesOf([file?.confirmed_text ?? "", file?.agreed_text ?? ""]);
  if ("problems" in read)
    throw new Error(`The stored ${policyFile} is not understood: ${JSON.stringify(read.problems)}`);
  const worded = inConfirmedWords(read.policy, "policy" in agreed ? agreed.policy : toolApprovalPolicy.annotated());
  const parsed = rulesOfTexts(rules.map(({ text }) => text));
  const added = rules.map((row, at): AddedRule => {
    const one = parsed[at];
    if (one === undefined || "problems" in one) throw new Error(`The stored rule ${row.id} is not understood.`);
    return { rule: one.rule, row };
  });
  return { file: worded, written: read.policy, added, lists: toolLists === null ? [] : rulesOfToolLists(toolLists) };
}

/** The combined policy of the whole instance, without its shadow mode. */
export function policyOfStored(stored: StoredPolicy): ToolApprovalPolicy {
  const { file, added, lists } = readStoredPolicy(stored);
  return withRules(file, [...added.map(({ rule }) => rule), ...lists]);
}

/** Refuses everything; models are offered the same tools as without it. */
function shadowOf(policy: ToolApprovalPolicy): ToolApprovalPolicy {
  const hiding = hidingRules(policy);
  return hiding.length === 0 ? toolApprovalPolicy.denyAll() : toolApprovalPolicy.rules(hiding, "denyAll");
}

/** The policy of the instance. It changes while the app runs, so each judgement asks for it again. */
export class PolicyInForce {
  readonly #database: Database;
  readonly #log: Log;
  readonly #around: (policy: ToolApprovalPolicy) => ToolApprovalPolicy;
  #policy: ToolApprovalPolicy = toolApprovalPolicy.denyAll();
  #seen = "";
  #appRules: ReadonlyMap<string, string> = new Map();
  readonly #listeners = new Set<() => void>();
  #version = 0;
  #reading: Promise<void> = Promise.resolve();

  /** `around` adds policies from outside the store, such as those in code. */
  constructor(database: Database, log: Log, around: (policy: ToolApprovalPolicy) => ToolApprovalPolicy) {
    this.#database = database;
    this.#log = log;
    this.#around = around;
  }

  /** Refuses everything until the first read. */
  current(): ToolApprovalPolicy {
    return this.#policy;
  }

  appRules(): ReadonlyMap<string, string> {
    return this.#appRules;
  }

  /**
   * Calls the listener when another policy is in force or another file waits. Returns the function that stops
   * listening.
   */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Version of what was last read. */
  get version(): number {
    return this.#version;
  }

  /** Reads the store and puts it in force. Rejects when it cannot be read; then the former policy stays. */
  refresh(): Promise<void> {
    this.#reading = this.#reading.catch(() => undefined).then(() => this.#read());
    return this.#reading;
  }

  async #read(): Promise<void> {
    const stored = await storedPolicy(this.#database);
    const text = JSON.stringify([stored.file, stored.rules, stored.shadow, stored.toolLists]);
    const changed = text !== this.#seen;
    if (changed) {
      this.#policy = this.#made(stored);
      this.#seen = text;
    }
    this.#version = stored.version;
    if (changed) this.tell();
  }

  tell(): void {
    for (const listener of this.#listeners) listener();
  }

  #made(stored: StoredPolicy): ToolApprovalPolicy {
    try {
      const policy = policyOfStored(stored);
      this.#appRules = new Map(readStoredPolicy(stored).added.map(({ rule, row }) => [rule.id, row.id]));
      return stored.shadow ? shadowOf(policy) : this.#around(policy);
    } catch (error) {
      // Nobody knows what it refused, so it refuses everything.
      this.#log.error("policy.not-understood", { error });
      return toolApprovalPolicy.denyAll();
    }
  }
}
