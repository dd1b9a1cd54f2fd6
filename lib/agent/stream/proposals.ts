import { canonicalJson } from "#lib/untrusted/canonical-json.ts";
import { digestOf } from "#lib/approvals/digest.ts";
import { isJsonObject } from "#lib/untrusted/json.ts";
import { refuseUnsafeJson } from "#lib/untrusted/refuse-unsafe-json.ts";
import type { ChatMessage } from "#lib/chat/chat-message.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";
import { toolAsJudged } from "#lib/gate/contract/tool-as-judged.ts";
import type { RunRow } from "#lib/store/schema/schema.ts";
import type { NewToolCall } from "#lib/store/calls/tool-calls.ts";

type Part = ChatMessage["parts"][number];
export type ToolPart = Extract<Part, { type: "dynamic-tool" }>;

export function toolParts(message: ChatMessage): ToolPart[] {
  return message.parts.filter((part) => part.type === "dynamic-tool");
}

/**
 * The calls that the latest step proposes, checked and bound, in the model's order. A part that cannot be a call
 * becomes an error of the model's; `onError` hears of it.
 */
export function proposalsOf(
  {
    run,
    step,
    tools,
    known,
  }: { run: RunRow; step: number; tools: ReadonlyMap<string, Tool>; known: ReadonlySet<string> },
  answer: ChatMessage,
  onError: (toolCallId: string, errorText: string) => void,
): { message: ChatMessage; proposals: NewToolCall[] } {
  const proposals: NewToolCall[] = [];
  const parts = answer.parts.map((part) => {
    if (part.type !== "dynamic-tool" || known.has(part.toolCallId) || part.state !== "input-available") return part;
    const proposal = proposalOf(run, part, tools.get(part.toolName));
    if ("problem" in proposal) {
      const errorText = `The model called ${part.toolName} with arguments that cannot be used: ${proposal.problem}. Nothing was run.`;
      onError(part.toolCallId, errorText);
      return { ...part, input: {}, state: "output-error" as const, errorText };
    }
    proposals.push({ ...proposal, step, position: proposals.length });
    return part;
  });
  return { message: { ...answer, parts }, proposals };
}

function proposalOf(
  run: RunRow,
  part: ToolPart,
  tool: Tool | undefined,
): Omit<NewToolCall, "step" | "position"> | { problem: string } {
  if (!tool) return { problem: "there is no such tool" };
  const checked = refuseUnsafeJson(part.input);
  if ("problem" in checked) return checked;
  if (!isJsonObject(checked.value)) return { problem: "they are not a JSON object" };
  const argumentsJson = canonicalJson(checked.value);
  const { id: run_id, chat_id, person_id } = run;
  const { fingerprint, name: tool_name } = tool;
  const bound = { serverId: tool.server.id, toolName: tool_name, fingerprint, chatId: chat_id, personId: person_id };
  return {
    id: `${run_id}.${part.toolCallId}`,
    run_id,
    chat_id,
    person_id,
    tool_call_id: part.toolCallId,
    wire_name: part.toolName,
    server_id: tool.server.id,
    tool_name,
    fingerprint,
    arguments_json: argumentsJson,
    tool_json: JSON.stringify(toolAsJudged(tool)),
    digest: digestOf({ ...bound, argumentsJson }),
  };
}
