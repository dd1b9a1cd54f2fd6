import {
  dynamicTool,
  isStepCount,
  jsonSchema,
  type ModelMessage,
  streamText,
  type TextStreamPart,
  type ToolSet,
} from "ai";
import { expect } from "vitest";
import { demoModel } from "#lib/models/demo/demo-model.ts";

/** Wednesday. */
const now = () => new Date(2026, 10, 18, 9);
export const model = demoModel({ msPerWord: 0, now });

const everything = [
  "workspace__run_command",
  "workspace__list_files",
  "workspace__read_file",
  "workspace__write_file",
  "workspace__process_refund",
  "workspace__book_table",
  "app__add_note",
  "app__list_notes",
  "app__delete_note",
];

type Ran = { toolName: string; input: unknown };

/** Answers a call with what its tool would say. */
export type World = (call: Ran) => unknown;

/** A workspace in memory: touch and rm, as the workspace server words them. */
export function folder(): { files: Set<string>; world: World } {
  const files = new Set<string>();
  return {
    files,
    world: ({ input }) => {
      const { command = "" } = input as { command?: string };
      const [program, file = ""] = command.split(" ");
      if (program === "touch") files.add(file);
      if (program === "rm") files.delete(file);
      return `'${command}' ended with exit code 0 and printed nothing.`;
    },
  };
}

/** One answer of the demo model to fake tools, through the AI SDK's own loop. No step may go wrong. */
export async function chat(request: string | ModelMessage[], world: World = () => "ok", names = everything) {
  const ran: Ran[] = [];
  const tools: ToolSet = Object.fromEntries(
    names.map((toolName) => [
      toolName,
      dynamicTool({
        inputSchema: jsonSchema({ type: "object" }),
        execute: async (input) => {
          ran.push({ toolName, input });
          return world({ toolName, input });
        },
      }),
    ]),
  );
  const messages: ModelMessage[] = typeof request === "string" ? [{ role: "user", content: request }] : request;
  const result = streamText({ model, messages, tools, stopWhen: isStepCount(9) });
  const parts: TextStreamPart<ToolSet>[] = [];
  for await (const part of result.stream) parts.push(part);
  const errors = parts.filter(({ type }) => type === "error" || type === "tool-error");
  expect(errors).toEqual([]);
  return {
    ran,
    text: parts.flatMap((part) => (part.type === "text-delta" ? part.text : [])).join(""),
    reasoning: parts.flatMap((part) => (part.type === "reasoning-delta" ? part.text : [])).join(""),
    steps: (await result.steps).length,
    messages: [...messages, ...(await result.responseMessages)],
  };
}
