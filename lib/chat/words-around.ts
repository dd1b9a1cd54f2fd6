import type { ChatMessage } from "./chat-message.ts";

/** One message before a call, as others read it: its words alone. */
export type WordsAround = { by: "person" | "assistant"; text: string; isCut: boolean };

/** Characters of one message. */
const longest = 4_000;

/**
 * The words of messages. What tools were given and gave back, files, attached resources and what a model thought are none
 * of them.
 */
export function wordsAround(messages: readonly ChatMessage[]): WordsAround[] {
  return messages.flatMap(({ role, parts }) => {
    const text = parts
      .flatMap((part) => (part.type === "text" ? [part.text.trim()] : []))
      .filter((each) => each !== "")
      .join("\n\n");
    const by = role === "user" ? "person" : "assistant";
    return text === "" ? [] : [{ by, text: text.slice(0, longest), isCut: text.length > longest } as const];
  });
}
