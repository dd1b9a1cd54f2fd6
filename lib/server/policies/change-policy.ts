import type { AuditEvent } from "#lib/audit/events.ts";
import { parseRule, withReason } from "#lib/policies/file/parse-rule.ts";
import { wordsOfAdmins } from "#lib/policies/confirmed-words.ts";
import type { PolicyFileProblem } from "#lib/policies/file/policy-file.ts";
import { rulesOf } from "#lib/policies/parts-of-policy.ts";
import type { Rule } from "#lib/policies/rule.ts";
import { rulesOfToolLists, type ToolLists } from "#lib/policies/changes/tool-lists.ts";
import { looseningsBetween } from "#lib/policies/changes/loosening.ts";
import { toolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import { may } from "#lib/people/may.ts";
import { record } from "#lib/store/audit/record.ts";
import { inTransaction, isConflict, type Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { roleNow } from "#lib/store/people/hold-session.ts";
import { countMade } from "#lib/store/people/person-counts.ts";
import { deletePolicyRule, insertPolicyRule, policyRules, setInstanceValue } from "#lib/store/policies/policy-rules.ts";
import { countVersion, policyVersionKey } from "#lib/store/runs/call-preconditions.ts";
import { shadowKey, storedPolicy, readStoredPolicy, toolListsKey } from "./policy-in-force.ts";
import type { Policies } from "./policies.ts";
import { hashOfText } from "./review-policy-file.ts";

/** The transaction of the change reads the person's role. */
type By = { personId: string };

/** Changes that people make to the policy in the app; each is in force when it resolves, and audited. */
export type ChangePolicy = {
  addRule: (
    by: By,
    text: string,
  ) => Promise<{ rule: Rule } | { problems: PolicyFileProblem[] } | "taken" | "too-many" | "forbidden">;
  removeRule: (by: By, id: string) => Promise<"removed" | "unknown" | "forbidden">;
  setShadow: (by: By, on: boolean) => Promise<"set" | "forbidden">;
  toolLists: () => Promise<ToolLists | null>;
  setToolLists: (by: By, lists: ToolLists | null) => Promise<"set" | "forbidden">;
};

/** Only the owner removes what tightens, and each is read and shown whenever somebody looks at them. */
export const mostAddedRules = 200;

type Deps = { database: Database; policies: Pick<Policies, "changed" | "serverIds"> };

export function changePolicy({ database, policies }: Deps): ChangePolicy {
  // Changes take turns: what is compared here is what is in force at the commit.
  const change = async <Result>(
    { personId }: By,
    work: (trx: Trx, mayLoosen: boolean) => Promise<Result>,
  ): Promise<Result | "forbidden"> => {
    const result = await inTransaction(database, async (trx) => {
      await countVersion(trx, policyVersionKey);
      const role = await roleNow(database, trx, personId);
      return role !== null && may(role, "manage-tools") ? work(trx, may(role, "loosen-tools")) : "forbidden";
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
      try {
        return await change(by, async (trx, mayLoosen) => {
          if (verdict === "allow" && !mayLoosen) return "forbidden";
          const stored = readStoredPolicy(await storedPolicy({ db: trx }));
          if (isTaken(stored, id)) return "taken";
          if (stored.added.length >= mostAddedRules) return "too-many";
          await countMade(database, trx, by.personId);
          // What a card says is policy too, and the owner's.
          const kept = mayLoosen ? text : withReason(text, wordsOfAdmins(verdict));
          await insertPolicyRule(database, trx, { id, text: kept, added_by: by.personId });
          await note(trx, by, {
            kind: "rule-added",
            id,
            verdict,
            hash: hashOfText(kept),
            ...(rule.hides ? { hides: true } : {}),
          });
          return { rule };
        });
      } catch (error) {
        if (isConflict(error)) return "taken";
        throw error;
      }
    },
    removeRule: async (by, id) =>
      change(by, async (trx, mayLoosen) => {
        const row = (await policyRules({ db: trx })).find((each) => each.id === id);
        if (row === undefined) return "unknown";
        const parsed = parseRule(row.text);
        // A rule that cannot be parsed may have refused anything.
        const verdict = "rule" in parsed ? parsed.rule.verdict : "deny";
        const loosens = !("rule" in parsed) || looseningsBetween(only(parsed.rule), only()).length > 0;
        if (loosens && !mayLoosen) return "forbidden";
        await deletePolicyRule(trx, id);
        await note(trx, by, { kind: "rule-removed", id, verdict, hash: hashOfText(row.text) });
        return "removed";
      }),
    setShadow: async (by, on) =>
      change(by, async (trx, mayLoosen) => {
        if (!on && !mayLoosen) return "forbidden";
        const changed = await setInstanceValue(trx, shadowKey, on ? "on" : null);
        if (changed) await note(trx, by, { kind: "shadow-mode-switched", on, of: "instance" });
        return "set";
      }),
    toolLists: async () => (await storedPolicy(database)).toolLists,
    setToolLists: async (by, lists) =>
      change(by, async (trx, mayLoosen) => {
        const before = (await storedPolicy({ db: trx })).toolLists;
        const from = toolApprovalPolicy.rules(before === null ? [] : rulesOfToolLists(before));
        const to = toolApprovalPolicy.rules(lists === null ? [] : rulesOfToolLists(lists));
        if (looseningsBetween(from, to).length > 0 && !mayLoosen) return "forbidden";
        const text = lists === null ? null : JSON.stringify(lists);
        const changed = await setInstanceValue(trx, toolListsKey, text);
        // Lists of the same tools in another order loosen nothing, so an admin may set them without end.
        if (changed && text !== null) await countMade(database, trx, by.personId);
        const event = text === null ? noLists : { kind: "tool-policy-set" as const, hash: hashOfText(text) };
        if (changed) await note(trx, by, event);
        return "set";
      }),
  };
}

const noLists = { kind: "tool-policy-removed" } as const;

function only(...rules: Rule[]) {
  return toolApprovalPolicy.rules(rules);
}

/** Audit records name rules by their ids. */
function isTaken({ written, added }: ReturnType<typeof readStoredPolicy>, id: string): boolean {
  const known = [...rulesOf(written), ...added.flatMap(({ rule, row }) => [rule, row])];
  return id.startsWith("tool-lists:") || known.some((each) => each.id === id);
}
