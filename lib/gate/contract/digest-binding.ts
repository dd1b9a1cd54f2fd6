import type { ToolCallRow } from "#lib/store/schema/schema.ts";

/** What the digest of a call binds beside its arguments. */
export function digestBinding(call: ToolCallRow) {
  return {
    serverId: call.server_id,
    toolName: call.tool_name,
    fingerprint: call.fingerprint,
    chatId: call.chat_id,
    personId: call.person_id,
  };
}
