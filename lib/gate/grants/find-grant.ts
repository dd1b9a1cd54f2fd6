import { stillGranted } from "#lib/grants/grantable.ts";
import { unitsOf } from "#lib/grants/grant.ts";
import { factsOf, type Facts } from "#lib/policies/conditions/facts.ts";
import { newEffort } from "#lib/policies/conditions/may-take-long.ts";
import type { CallToJudge } from "#lib/verdict/verdict.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { record } from "#lib/store/audit/record.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { endGrant, standingGrants } from "#lib/store/approvals/grants.ts";
import type { GrantRow } from "#lib/store/schema/grants-table.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import { callToJudge } from "#lib/gate/judge/call-to-judge.ts";
import { grantableOf, grantScope } from "./grant-use-of.ts";
import { holdsFor } from "./grant-condition.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";

/** A grant that covers a call, and how much of its amount the call takes, in millionths. Only starting it counts it. */
export type Covering = { row: GrantRow; units: number };

/** The standing grant of a call's person that covers it; null without one. Those of another tool end. */
export async function findGrant(gate: Gate, call: ToolCallRow, tool: Tool, args: JsonObject): Promise<Covering | null> {
  const { person_id: personId, chat_id: chatId, server_id: serverId, tool_name: toolName, digest } = call;
  const standing = await standingGrants(gate.database, { personId, chatId, serverId, toolName });
  for (const row of standing) if (row.fingerprint !== tool.fingerprint) await endOutdated(gate, row);
  return coveringGrant(standing, { tool, args, digest, judged: () => callToJudge(gate, call, tool, args) });
}

/** `digest`: of the call as it was proposed; null for one that was not. */
type ToCover = { tool: Tool; args: JsonObject; digest: string | null; judged: () => Promise<CallToJudge> };

/** The first of these grants that covers a call of a tool. Changes nothing. */
export async function coveringGrant(
  grants: readonly GrantRow[],
  { tool, args, digest, judged }: ToCover,
): Promise<Covering | null> {
  const effort = newEffort();
  let facts: Facts | null = null;
  for (const row of grants) {
    const units = unitsFor(row, args);
    const isOpen =
      units !== null &&
      row.fingerprint === tool.fingerprint &&
      stillGranted(grantableOf(tool), { scope: grantScope(row), risk: row.risk }) &&
      (row.digest === null || row.digest === digest) &&
      (row.max_uses === null || row.uses < row.max_uses) &&
      (row.budget_total === null || row.budget_spent + units <= row.budget_total);
    if (!isOpen) continue;
    if (row.condition === null) return { row, units };
    facts ??= factsOf(await judged());
    if (await holdsFor(row.condition, facts, effort)) return { row, units };
  }
  return null;
}

/** What a call takes of the grant's amount; null when its arguments name none, which then asks. */
function unitsFor({ budget_argument: argument }: GrantRow, args: JsonObject): number | null {
  if (argument === null) return 0;
  return Object.hasOwn(args, argument) ? unitsOf(args[argument]) : null;
}

/** The tool is another one than the person granted (THREATS A11, E1). */
async function endOutdated({ database }: Gate, row: GrantRow): Promise<void> {
  await inTransaction(database, async (trx) => {
    const ended = await endGrant(database, trx, { id: row.id, personId: row.person_id }, "definition-changed");
    if (!ended) return;
    const scope = { personId: row.person_id, ...(row.chat_id === null ? {} : { chatId: row.chat_id }) };
    const event = { kind: "grant-ended", grant: row.id, because: "definition-changed", tool: row.tool_name } as const;
    await record(database, trx, scope, event);
  });
}
