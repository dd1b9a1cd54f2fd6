import type { AuditEvent } from "#lib/audit/events.ts";
import { parseRule } from "#lib/policies/file/parse-rule.ts";
import type { PolicyFileProblem } from "#lib/policies/file/policy-file.ts";
import type { Rule } from "#lib/policies/rule.ts";
import { rulesOfToolLists, type ToolLists } from "#lib/policies/changes/tool-lists.ts";
import { looseningsBetween } from "#lib/policies/changes/loosening.ts";
import { toolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import { record } from "#lib/store/audit/audit.ts";
import { inTransaction, isConflict, type Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { deletePolicyRule, insertPolicyRule, policyRules, setInstanceValue } from "#lib/store/policies/policy-rules.ts";
import { countVersion, policyVersionKey } from "#lib/store/runs/standing.ts";
import { shadowKey, storedPolicy, readStoredPolicy, toolListsKey } from "./policy-in-force.ts";
import type { Policies } from "./policies.ts";
import { hashOfText } from "./take-file.ts";

/** `mayLoosen`: whether the person's role lets more run than before. */
type By = { personId: string; mayLoosen: boolean };

/** What people change of the policy in the app; each change is in force when it resolves, and audited. */
export type ChangePolicy = {
  addRule: (
    by: By,
    text: string,
  ) => Promise<{ rule: Rule } | { problems: PolicyFileProblem[] } | "taken" | "forbidden">;
  removeRule: (by: By, id: string) => Promise<"removed" | "unknown" | "forbidden">;
  setShadow: (by: By, on: boolean) => Promise<"set" | "forbidden">;
  toolLists: () => Promise<ToolLists | null>;
  setToolLists: (by: By, lists: ToolLists | null) => Promise<"set" | "forbidden">;
};

type Deps = { database: Database; policies: Pick<Policies, "changed" | "serverIds"> };

export function changePolicy({ database, policies }: Deps): ChangePolicy {
  const change = async <Result>(work: (trx: Trx) => Promise<Result>): Promise<Result> => {
    const result = await inTransaction(database, async (trx) => {
      await countVersion(trx, policyVersionKey);
      return work(trx);
    });
    await policies.changed();
    return result;
  };
  const note = (trx: Trx, { personId }: By, event: AuditEvent) => record(database, trx, { personId }, event);
  return {
    addRule: async (by, text) => {
      const parsed = parseRule(text, { serverIds: await policies.serverIds() });
      if ("problems" in parsed) return parsed;
      const { rule } = parsed;
      const { id, verdict } = rule;
      if (verdict === "allow" && !by.mayLoosen) return "forbidden";
      if (await isTaken(database, id)) return "taken";
      try {
        await change(async (trx) => {
          await insertPolicyRule(database, trx, { id, text, added_by: by.personId });
          await note(trx, by, {
            kind: "rule-added",
            id,
            verdict,
            hash: hashOfText(text),
            ...(rule.hides ? { hides: true } : {}),
          });
        });
      } catch (error) {
        if (isConflict(error)) return "taken";
        throw error;
      }
      return { rule };
    },
    removeRule: async (by, id) => {
      const row = (await policyRules(database)).find((each) => each.id === id);
      const parsed = row === undefined ? null : parseRule(row.text);
      if (row === undefined || parsed === null) return "unknown";
      // One that is not understood may have refused anything.
      const verdict = "rule" in parsed ? parsed.rule.verdict : "deny";
      const loosens = !("rule" in parsed) || looseningsBetween(only(parsed.rule), only()).length > 0;
      if (loosens && !by.mayLoosen) return "forbidden";
      return change(async (trx) => {
        if (!(await deletePolicyRule(trx, id))) return "unknown";
        await note(trx, by, { kind: "rule-removed", id, verdict, hash: hashOfText(row.text) });
        return "removed";
      });
    },
    setShadow: async (by, on) => {
      if (!on && !by.mayLoosen) return "forbidden";
      await change(async (trx) => {
        const changed = await setInstanceValue(trx, shadowKey, on ? "on" : null);
        if (changed) await note(trx, by, { kind: "shadow-mode-switched", on, of: "instance" });
      });
      return "set";
    },
    toolLists: async () => (await storedPolicy(database)).toolLists,
    setToolLists: async (by, lists) => {
      const before = (await storedPolicy(database)).toolLists;
      const from = toolApprovalPolicy.rules(before === null ? [] : rulesOfToolLists(before));
      const to = toolApprovalPolicy.rules(lists === null ? [] : rulesOfToolLists(lists));
      if (looseningsBetween(from, to).length > 0 && !by.mayLoosen) return "forbidden";
      const text = lists === null ? null : JSON.stringify(lists);
      await change(async (trx) => {
        const changed = await setInstanceValue(trx, toolListsKey, text);
        const event = text === null ? noLists : { kind: "tool-policy-set" as const, hash: hashOfText(text) };
        if (changed) await note(trx, by, event);
      });
      return "set";
    },
  };
}

const noLists = { kind: "tool-policy-removed" } as const;

function only(...rules: Rule[]) {
  return toolApprovalPolicy.rules(rules);
}

/** Records name rules by their ids. */
async function isTaken(database: Database, id: string): Promise<boolean> {
  const { written, added } = readStoredPolicy(await storedPolicy(database));
  const known = [...(written.kind === "rules" ? written.rules : []), ...added.map(({ rule }) => rule)];
  return id.startsWith("tool-lists:") || known.some((rule) => rule.id === id);
}
