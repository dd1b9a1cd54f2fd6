import type { ChatChunk } from "#lib/chat/chat-message.ts";

/** The beginning of a chunk, and the rest of it: null for all but a delta of more than `most` characters. */
export function cutDelta(chunk: ChatChunk, most: number): [first: ChatChunk, rest: ChatChunk | null] {
  if (chunk.type === "tool-input-delta") {
    const { inputTextDelta: text } = chunk;
    if (text.length <= most) return [chunk, null];
    return [
      { ...chunk, inputTextDelta: text.slice(0, most) },
      { ...chunk, inputTextDelta: text.slice(most) },
    ];
  }
  if ((chunk.type !== "text-delta" && chunk.type !== "reasoning-delta") || chunk.delta.length <= most)
    return [chunk, null];
  return [
    { ...chunk, delta: chunk.delta.slice(0, most) },
    { ...chunk, delta: chunk.delta.slice(most) },
  ];
}
