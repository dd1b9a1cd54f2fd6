import type { LanguageModelV4CallOptions, LanguageModelV4FunctionTool } from "@ai-sdk/provider";

/** The tools of one model call. */
export type OfferedTools = {
  /** By wire name (`workspace__run_command`), or by a tool's own name where only one server has it. */
  find: (name: string) => LanguageModelV4FunctionTool | { problem: string };
  names: string[];
};

export function offeredTools({ tools = [], toolChoice }: Pick<LanguageModelV4CallOptions, "tools" | "toolChoice">) {
  const callable = toolChoice?.type === "none" ? [] : tools.filter((tool) => tool.type === "function");
  return {
    names: callable.map(({ name }) => name),
    find: (name: string) => find(callable, name),
  } satisfies OfferedTools;
}

function find(tools: LanguageModelV4FunctionTool[], name: string): ReturnType<OfferedTools["find"]> {
  const exact = tools.find((tool) => tool.name === name);
  if (exact) return exact;
  const matches = tools.filter((tool) => tool.name.endsWith(`__${name}`));
  const [only] = matches;
  if (!only) return { problem: `there is no tool \`${name}\` right now` };
  if (matches.length === 1) return only;
  return {
    problem: `several servers have a tool \`${name}\`: ${matches.map((tool) => `\`${tool.name}\``).join(", ")}`,
  };
}
