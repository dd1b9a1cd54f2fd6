import type { FieldProblem } from "#lib/untrusted/field-problem.ts";
import { problemsOfGrant, scopeOfGrant, unitsOf, type GrantRequest } from "#lib/grants/grant.ts";
import type { GrantableTool } from "#lib/grants/grant-view.ts";
import { grantsOffered, whyNotGranted } from "#lib/grants/grantable.ts";
import { record } from "#lib/store/audit/record.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { clockOf } from "#lib/store/engine/clock.ts";
import { hasRoomForGrant, insertGrant } from "#lib/store/approvals/grants.ts";
import { type BySession, holdSession } from "#lib/store/people/hold-session.ts";
import { countMade } from "#lib/store/people/person-counts.ts";
import { grantCondition } from "#lib/gate/grants/grant-condition.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import { tooManyGrants } from "./give-grant.ts";
import { grantableOf, grantInWords } from "#lib/gate/grants/grant-use-of.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";

/** A grant for every chat that a person gives in a session without a call to look at. `fingerprint` is of the tool as shown. */
export type GivenTool = BySession & { wireName: string; fingerprint: string; request: GrantRequest };

/** The tools that a person may grant in the settings: those that may ask, with what may be granted of each. */
export function grantableTools({ catalogue }: Gate): GrantableTool[] {
  return [...catalogue.tools()].flatMap(([wireName, tool]) => {
    const scopes = grantsOffered(grantableOf(tool), "settings").filter(
      (scope) => scope === "hour" || scope === "always",
    );
    if (scopes.length === 0 || tool.flag === "never") return [];
    const { server, name, fingerprint, inputSchema } = tool;
    return [{ wireName, serverTitle: server.title, toolName: name, fingerprint, inputSchema, scopes }];
  });
}

/** Gives a grant that is drawn up in the settings, stored and recorded together. What does not fit is an error. */
export async function grantTool(
  gate: Gate,
  { personId, tokenHash, wireName, fingerprint, request }: GivenTool,
): Promise<{ given: string } | { problems: FieldProblem[] } | { refused: "unknown" | "changed" | "signed-out" }> {
  const tool = gate.catalogue.tools().get(wireName);
  if (!tool) return { refused: "unknown" };
  if (tool.fingerprint !== fingerprint) return { refused: "changed" };
  const problems = [...problemsOfGrant(request, await clockOf(gate.database)), ...problemsWith(tool, request)];
  if (problems.length > 0) return { problems };
  const { ends, maxUses, budget, when } = request;
  const id = gate.newId();
  return inTransaction(gate.database, async (trx) => {
    if (!(await holdSession(gate.database, trx, { personId, tokenHash }))) return { refused: "signed-out" };
    if (!(await hasRoomForGrant({ ...gate.database, db: trx }, personId)))
      return { problems: [{ path: "grant", message: tooManyGrants }] };
    await countMade(gate.database, trx, personId);
    const given = await insertGrant(gate.database, trx, {
      id,
      person_id: personId,
      server_id: tool.server.id,
      server_title: tool.server.title,
      tool_name: tool.name,
      fingerprint,
      risk: tool.risk,
      reach: "everywhere",
      chat_id: null,
      digest: null,
      ends,
      max_uses: maxUses,
      budget_argument: budget?.argument ?? null,
      budget_total: budget === null ? null : unitsOf(budget.total),
      condition: when,
      given_in: null,
      approval_id: null,
    });
    const event = { kind: "grant-given", grant: id, tool: given.tool_name, sentence: grantInWords(given) } as const;
    await record(gate.database, trx, { personId }, event);
    return { given: id };
  });
}

function problemsWith(tool: Tool, request: GrantRequest): FieldProblem[] {
  const grantable = grantableOf(tool);
  const scope = scopeOfGrant(request);
  if (request.reach !== "everywhere") {
    return [{ path: "grant.reach", message: "A grant for one chat is given on a card in that chat." }];
  }
  if (!grantsOffered(grantable, "settings").includes(scope)) {
    return [{ path: "grant.reach", message: whyNotGranted(grantable, scope) }];
  }
  const condition = request.when === null ? null : grantCondition(request.when);
  if (condition === null || !("problem" in condition)) return [];
  return [{ path: "grant.when", message: `The condition cannot be read: ${condition.problem}.` }];
}
