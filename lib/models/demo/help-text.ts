import type { Wish } from "./wish.ts";

const longestResult = 4000;

export function paragraphs(...texts: string[]): string {
  return texts.filter((text) => text !== "").join("\n\n");
}

export function code(text: string): string {
  return `\`${text.replaceAll("`", "'")}\``;
}

/** A code block that nothing in the text can close. */
export function fenced(text: string): string {
  const runs = text.match(/`+/g)?.map((run) => run.length) ?? [];
  const fence = "`".repeat(Math.max(3, ...runs.map((length) => length + 1)));
  const shown = text.length > longestResult ? `${text.slice(0, longestResult).toWellFormed()}\n…` : text;
  return text === "" ? "(nothing)" : `${fence}text\n${shown}\n${fence}`;
}

export function announcement(wishes: Wish[], goesOn: boolean): string {
  const intents = wishes.map(({ intent }) => intent);
  if (intents.length > 1) return `${goesOn ? "Now I" : "I"}'ll do these at once: ${intents.join("; ")}.`;
  return `${goesOn ? "Now I" : "I"}'ll ${intents.join()}.`;
}

/** The model's reasoning, only for requests that need any. */
export function thought(steps: Wish[][]): string | null {
  if (steps.flat().length < 2) return null;
  const parts = steps.map((step) => step.map(({ intent }) => intent).join(" and, at the same time, "));
  return (
    `The request has ${steps.flat().length} parts: ${parts.join("; then ")}. ` +
    "I call the tools directly; the app asks a person where that is needed. If one says no, I stop."
  );
}

export function unavailable(wishes: Wish[], problems: string[]): string {
  const intents = wishes.map(({ intent }) => intent).join(" and ");
  return `I would ${intents}, but ${[...new Set(problems)].join(", and ")}. I called nothing.`;
}

export function asksForHelp(request: string): boolean {
  return /^\s*(?:help|hi|hello|hey|who are you|what are you|what can you do)[\s,.!?]*$/i.test(request);
}

/** Examples, each with the tool that it needs. */
const examples: [tool: string, request: string][] = [
  ["run_command", "create newfile.md and then delete it"],
  ["list_files", "list the files"],
  ["read_file", "read newfile.md"],
  ["write_file", 'write "Hello" to hello.md'],
  ["process_refund", "refund 20 for order 1234"],
  ["book_table", "book a table for four tomorrow"],
  ["app__add_note", "remember that the demo works"],
  ["app__list_notes", "list my notes"],
];

export function helpText(tools: string[]): string {
  return paragraphs(
    "I am the demo model: a small program without a network, not a language model.",
    abilities(tools),
    realModel,
  );
}

export function unclear(part: string, tools: string[]): string {
  const shown = part.trim().length > 200 ? `${part.trim().slice(0, 200).toWellFormed()}…` : part.trim();
  return paragraphs(
    "I am only the demo model and did not understand this, so I called nothing:",
    shown.replace(/^/gm, "> "),
    abilities(tools),
    realModel,
  );
}

function abilities(tools: string[]): string {
  if (tools.length === 0) return "Right now no tools are offered to me, so there is nothing I can do.";
  const offered = examples.filter(([tool]) => tools.some((name) => name === tool || name.endsWith(`__${tool}`)));
  const lines = offered.map(([, request]) => `- ${code(request)}`);
  const direct = `Any tool can be called as ${code(`${tools[0]} {"argument": "value"}`)}; calls on separate lines run at once.`;
  return paragraphs(...(lines.length > 0 ? [`I understand, for example:\n\n${lines.join("\n")}`] : []), direct);
}

const realModel = "For a real model, go to *Settings → Models* and connect one.";

/** What it says of a call that waits. A real model says more. */
export const explanation =
  "I proposed this call because your message asks for it, and its values come from there. It has not run. It runs with exactly " +
  "what the card shows if you approve it, and does not run if you decline. I am the demo model: I know nothing more about it.";
