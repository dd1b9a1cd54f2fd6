import { storedArguments } from "#lib/untrusted/stored-arguments.ts";
import { mayQuote, provenanceOf, type FieldProvenance } from "#lib/approvals/provenance.ts";
import { earlierResults, wordsOfPerson } from "#lib/store/calls/earlier-results.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";

/** Which arguments of a call contain text that tools of this chat said before (THREATS C14). */
export async function findProvenance({ database, catalogue }: Gate, call: ToolCallRow): Promise<FieldProvenance[]> {
  const args = storedArguments(call.effective_json);
  if (!mayQuote(args)) return [];
  const results = await earlierResults(database, call);
  if (results.length === 0) return [];
  const tools = catalogue.tools();
  const named = results.map(({ wire_name, server_id, tool_name, result_json }) => {
    return { tool: tool_name, server: tools.get(wire_name)?.server.title ?? server_id, json: result_json };
  });
  return provenanceOf(args, named, await wordsOfPerson(database, call.chat_id));
}
