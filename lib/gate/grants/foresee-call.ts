import type { JsonObject } from "#lib/untrusted/json.ts";
import type { Caller } from "#lib/verdict/caller.ts";
import type { CallToJudge } from "#lib/verdict/verdict.ts";
import { beforeArguments } from "#lib/policies/before-arguments.ts";
import { weigh, type TracedVerdict } from "#lib/policies/judge.ts";
import type { ToolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import { readCounters } from "#lib/store/calls/counters.ts";
import type { GrantRow } from "#lib/store/schema/grants-table.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";
import { coveringGrant } from "./find-grant.ts";
import { allowedBy } from "./judge-with-grants.ts";

/** A call that nobody makes: as the first of a new chat. */
type ImaginedCall = {
  person: CallToJudge["person"];
  caller: Caller;
  tool: Tool;
  /** null: whatever they are. Then what looks at them is left out. */
  args: JsonObject | null;
  /** The person's grants for every chat. */
  grants: readonly GrantRow[];
};

/**
 * What the gate would say of a call, by the code that judges calls. Changes nothing: nothing is recorded or logged, no
 * grant is used or ended, and nothing is counted.
 */
export async function foreseeCall(
  { database, policy: inForce }: Pick<Gate, "database" | "policy">,
  { person, caller, tool, args, grants }: ImaginedCall,
): Promise<TracedVerdict & { call: CallToJudge }> {
  const policy: ToolApprovalPolicy = args === null ? beforeArguments(inForce) : inForce;
  const call = imagined(person, caller, tool, args ?? {});
  const { counters, decision } = await weigh(policy, call);
  // No call and no chat has an empty id.
  const nobodys = { id: "", chat_id: "", person_id: person.id };
  const counts = counters.length === 0 ? undefined : await readCounters(database, database.db, counters, nobodys);
  const given = counts === undefined ? {} : { counts };
  const decided = decision(given);
  if (decided.verdict.verdict !== "ask") return { ...decided, call };
  const grant = await coveringGrant(
    grants.filter((row) => mayCover(row, call, args)),
    {
      tool,
      args: args ?? {},
      digest: null,
      judged: () => Promise.resolve(call),
    },
  );
  return { ...(grant === null ? decided : decision({ ...given, grant: allowedBy(grant, decided.verdict) })), call };
}

/** A grant for every chat covers what the person's own chats do; what a program asks for by a key it does not. */
function mayCover({ server_id, tool_name, condition, budget_argument }: GrantRow, call: CallToJudge, args: unknown) {
  const isLimited = condition !== null || budget_argument !== null;
  return (
    server_id === call.server.id &&
    tool_name === call.tool.name &&
    /^(?:chat$|agent:)/.test(call.caller) &&
    !(args === null && isLimited)
  );
}

function imagined(
  person: CallToJudge["person"],
  caller: Caller,
  { server, name, flag, annotations, risk }: Tool,
  args: JsonObject,
): CallToJudge {
  return {
    server: { id: server.id, trusted: server.trusted },
    tool: { name, flag, annotations, risk },
    arguments: args,
    person,
    chat: { id: "" },
    caller,
    agents: caller.startsWith("agent:") ? [caller.slice("agent:".length)] : [],
  };
}
