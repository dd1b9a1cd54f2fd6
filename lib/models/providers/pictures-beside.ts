import type { LanguageModelV4, LanguageModelV4Message } from "@ai-sdk/provider";
import { askedAs } from "#lib/models/asked-as.ts";

type ToolContent = Extract<LanguageModelV4Message, { role: "tool" }>["content"];
type Picture = Extract<Extract<LanguageModelV4Message, { role: "user" }>["content"][number], { type: "file" }>;

/**
 * Chat completions have no room for pictures in the result of a tool: the library would write them out as text. They
 * follow in a message of their own.
 */
export function picturesBeside(model: LanguageModelV4): LanguageModelV4 {
  return askedAs(model, (asked) => ({ ...asked, prompt: asked.prompt.flatMap(apart) }));
}

function apart(message: LanguageModelV4Message): LanguageModelV4Message[] {
  if (message.role !== "tool") return [message];
  const pictures: Picture[] = [];
  const content = message.content.map((part): ToolContent[number] => {
    if (part.type !== "tool-result" || part.output.type !== "content") return part;
    const texts = part.output.value.flatMap((item) => {
      if (item.type === "file") pictures.push(item);
      return item.type === "text" ? [item.text] : [];
    });
    return { ...part, output: { type: "text", value: texts.join("\n") } };
  });
  const said = "The pictures of the tool results above, in their order. No person says this.";
  const follows = { role: "user" as const, content: [{ type: "text" as const, text: said }, ...pictures] };
  return pictures.length === 0 ? [{ ...message, content }] : [{ ...message, content }, follows];
}
