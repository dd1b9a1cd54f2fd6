import { agentsOf } from "#lib/approvals/agents-of.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { callerOf } from "#lib/verdict/caller.ts";
import type { CallToJudge } from "#lib/verdict/verdict.ts";
import { personToJudge } from "#lib/store/people/person-to-judge.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";

/** What policies, and the conditions of grants, may know of a call. */
export async function callToJudge(
  { database }: Gate,
  call: ToolCallRow,
  { server, name, flag, annotations, risk }: Tool,
  args: JsonObject,
): Promise<CallToJudge> {
  // Written by the gate alone.
  const agents = agentsOf(call);
  return {
    server: { id: server.id, trusted: server.trusted },
    tool: { name, flag, annotations, risk },
    arguments: args,
    person: await personToJudge(database, call.person_id),
    chat: { id: call.chat_id },
    caller: call.caller ?? callerOf(agents),
    agents,
  };
}
