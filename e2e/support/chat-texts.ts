import type { GateWorld } from "./gate-world.ts";

/** The last text of every message of a chat. */
export async function textsOf(world: GateWorld, chatId: string): Promise<(string | undefined)[]> {
  const { messages } = await world.detail(chatId);
  return messages.map(({ parts }) => parts.findLast((part) => part.type === "text")?.text);
}

/** The text of the last text part that a stream brings until it ends. */
export async function lastTextOf(stream: ReadableStream<{ type: string }>): Promise<string> {
  let text = "";
  // A web stream is iterable on Node, which the types of browsers do not say.
  for await (const chunk of stream as unknown as AsyncIterable<{ type: string; delta?: string }>) {
    if (chunk.type === "text-start") text = "";
    if (chunk.type === "text-delta") text += chunk.delta;
  }
  return text;
}
