import type { JsonObject } from "#lib/untrusted/json.ts";
import type { Verdict } from "#lib/verdict/verdict.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";

/** A copy of a call that was judged and not yet acted on. */
export type JudgedCall = {
  callId: string;
  chatId: string;
  personId: string;
  serverId: string;
  toolName: string;
  arguments: JsonObject;
  verdict: Verdict;
};

/** In harnesses: hears of each call after the policy check (S1.15). Nobody waits for it, and it changes no outcome. */
export type OnToolCall = (call: JudgedCall) => void | Promise<void>;

type Hook = { onToolCall?: OnToolCall; log: { error: (message: string, fields?: Record<string, unknown>) => void } };

export function tellToolCall({ onToolCall, log }: Hook, call: ToolCallRow, args: JsonObject, verdict: Verdict): void {
  if (onToolCall === undefined) return;
  const { id: callId, chat_id: chatId, person_id: personId, server_id: serverId, tool_name: toolName } = call;
  const judged = structuredClone({ callId, chatId, personId, serverId, toolName, arguments: args, verdict });
  void (async () => {
    try {
      await onToolCall(judged);
    } catch (error) {
      log.error("hook.failed", { hook: "onToolCall", callId, error });
    }
  })();
}
