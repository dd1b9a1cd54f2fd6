import path from "node:path";
import type { Log } from "#lib/gate/contract/gate.ts";
import { parsePolicyFile } from "#lib/policies/file/policy-file.ts";
import type { ToolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import { record } from "#lib/store/audit/record.ts";
import { inTransaction, type Database } from "#lib/store/engine/database.ts";
import { watchStore } from "#lib/store/engine/watch-store.ts";
import { serversOfApp } from "#lib/store/policies/tool-oversight.ts";
import { followFile, fileText } from "./follow-file.ts";
import { policyFile, PolicyInForce } from "./policy-in-force.ts";
import { policyChangesTo } from "./policy-changes-to.ts";
import {
  confirmFile,
  keepFile,
  reviewPolicyFile,
  type Compared,
  type Judged,
  type ConfirmationOutcome,
} from "./review-policy-file.ts";

type Options = {
  database: Database;
  log: Log;
  /** Where policy.yaml is. */
  folder: string;
  /** Servers of mcp.json and our own, which rules may name beside those added in the app. */
  serverIds: () => Iterable<string>;
  /** Adds policies from outside the store, such as those in code. */
  around?: (policy: ToolApprovalPolicy) => ToolApprovalPolicy;
  /** How often the file is looked at. */
  lookEveryMs?: number;
};

/** The policy of the instance and the ways to change it while the app runs. */
export type Policies = {
  /** Called for each judgement. */
  current: () => ToolApprovalPolicy;
  /** Rules that were saved in the app: the name that verdicts say, and the id by which it is managed. */
  appRules: () => ReadonlyMap<string, string>;
  /**
   * Calls the listener when another policy is in force, another file waits, or following it began or failed. Returns
   * the function that stops listening.
   */
  onChange: (listener: () => void) => () => void;
  /** Version of what is in force here; every change in the store increases it. */
  version: () => number;
  /** Reads the store again. */
  refresh: () => Promise<void>;
  /** Reads the store again, and tells the other processes to do so. */
  changed: () => Promise<void>;
  /** Puts the waiting file in force, if `hash` is still its text's. */
  confirm: (by: { personId: string; hash: string }) => Promise<ConfirmationOutcome>;
  /** Drops the waiting file, if `hash` is still its text's. */
  keep: (by: { personId: string; hash: string }) => Promise<ConfirmationOutcome>;
  /** Servers that rules may name now, including those that were removed in the app, whose rules match nothing. */
  serverIds: () => Promise<string[]>;
  /** Those of them that were removed. */
  missingServers: () => Promise<ReadonlySet<string>>;
  /** Adds policies from outside the store, as for the policy in force. */
  around: (policy: ToolApprovalPolicy) => ToolApprovalPolicy;
  /** Why this process does not follow changes of the file; null while it does. */
  notFollowed: () => string | null;
  /** Begins to follow the file and the other processes. */
  start: () => void;
  stop: () => Promise<void>;
};

const lookForOthersMs = 2_000;

/** Reads the file and the store. Afterwards `current` is the policy in force. */
export async function openPolicies({
  database,
  log,
  folder,
  serverIds,
  around = (policy) => policy,
  lookEveryMs,
}: Options): Promise<Policies> {
  const inForce = new PolicyInForce(database, log, around);
  const file = path.join(folder, policyFile);
  const nameable = async () => {
    const { added, removed } = await serversOfApp(database);
    return [...serverIds(), ...added, ...removed];
  };
  const take = async (text: string) => {
    const known = await nameable();
    const judge = (compared: Compared) => judgeTexts(compared, known);
    const taken = await reviewPolicyFile(database, { name: policyFile, judge }, text);
    if (taken === "words-wait")
      log.warn("policy.waiting", { file, hint: "Its words are new: see /settings/policies." });
    if (taken === "waiting")
      log.warn("policy.waiting", { file, hint: "It loosens something: see /settings/policies." });
    if (taken === "refused") log.error("policy.refused", { file, hint: "It has errors: see /settings/policies." });
    if (taken !== "nothing") log.info("policy.reviewed", { file, taken });
    await changed();
  };
  const changed = async () => {
    await inForce.refresh();
    database.signals.send({ type: "policy" });
  };
  let notFollowed: string | null = null;
  const followed = async (problem: string | null) => {
    await inTransaction(database, (trx) =>
      record(
        database,
        trx,
        {},
        problem === null
          ? { kind: "policy-followed", file: policyFile }
          : { kind: "policy-not-followed", file: policyFile, problem },
      ),
    );
    notFollowed = problem;
    inForce.tell();
    if (problem === null) log.info("policy.followed", { file });
    else log.error("policy.not-followed", { file, problem, hint: "What was in force stays in force." });
  };
  const known = await fileText(file);
  await take(known);

  let stopAll = async () => {};
  return {
    current: () => inForce.current(),
    appRules: () => inForce.appRules(),
    onChange: (listener) => inForce.onChange(listener),
    version: () => inForce.version,
    refresh: () => inForce.refresh(),
    changed,
    confirm: async ({ personId, hash }) => {
      const settled = await confirmFile(database, { name: policyFile, hash, personId });
      await changed();
      return settled;
    },
    keep: async ({ personId, hash }) => {
      const settled = await keepFile(database, { name: policyFile, hash, personId });
      await changed();
      return settled;
    },
    serverIds: nameable,
    missingServers: async () => {
      const there = new Set(serverIds());
      return new Set((await serversOfApp(database)).removed.filter((id) => !there.has(id)));
    },
    around,
    notFollowed: () => notFollowed,
    start: () => {
      const failed = (error: unknown) => log.warn("policy.not-reviewed", { file, error });
      const following = followFile({ file, known, changed: take, followed, failed, lookEveryMs });
      const watching = watchStore(database, {
        on: ["policy"],
        read: () => inForce.refresh(),
        everyMs: lookForOthersMs,
        failed: (error) => log.warn("policy.not-read", { error }),
      });
      stopAll = async () => void (await Promise.all([following.stop(), watching.stop()]));
    },
    stop: () => stopAll(),
  };
}

/** More lines than can be shown and compared. */
const mostLines = 5_000;

function judgeTexts({ inForce, agreed, to }: Compared, serverIds: Iterable<string>): Judged {
  if (to.split("\n").length > mostLines) {
    return { problems: [{ line: mostLines + 1, message: "there are more than 5,000 lines" }] };
  }
  const latter = parsePolicyFile(to, { serverIds });
  if ("problems" in latter) return latter;
  return policyChangesTo(latter.policy, { inForce, agreed });
}
