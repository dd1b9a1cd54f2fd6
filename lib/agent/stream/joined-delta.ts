import type { ChatChunk } from "#lib/chat/chat-message.ts";

/** Two deltas of one text or of one call's arguments as one; null for all other neighbours. */
export function joinedDelta(last: ChatChunk, next: ChatChunk): ChatChunk | null {
  if (last.type === "tool-input-delta") {
    if (next.type !== last.type || next.toolCallId !== last.toolCallId) return null;
    return { ...last, inputTextDelta: last.inputTextDelta + next.inputTextDelta };
  }
  if (last.type !== "text-delta" && last.type !== "reasoning-delta") return null;
  return next.type === last.type && next.id === last.id ? { ...last, ...next, delta: last.delta + next.delta } : null;
}
