import type { Span } from "#lib/verdict/counter.ts";
import { roles } from "#lib/people/role.ts";

/** What a condition of a form looks at. */
export type Subject =
  /** An argument; names of nested fields follow. */
  | { kind: "argument"; path: readonly string[] }
  | { kind: "fact"; name: FactName }
  /** The calls that started before this one. */
  | { kind: "calls"; span: Span }
  /** The sum of an argument over them, with this call's own. */
  | { kind: "spent"; argument: string; span: Span };

/** The kind of a value, as far as it decides which comparisons there are. `unknown`: whatever is written. */
export type ValueKind = "text" | "number" | "boolean" | "list" | "unknown";

type Fact = { kind: ValueKind; words: string; choices?: readonly string[] };

const hint = (name: string): Fact => ({ kind: "boolean", words: `the claim ${name}` });

/** What can be known of a call beside its arguments, as docs/policies.md lists it. */
export const facts = {
  "user.role": { kind: "text", words: "the person’s role", choices: roles },
  "user.email": { kind: "text", words: "the person’s address" },
  "user.name": { kind: "text", words: "the person’s name" },
  "user.id": { kind: "text", words: "the person’s id" },
  "chat.caller": { kind: "text", words: "the caller" },
  "chat.agent": { kind: "text", words: "the agent that calls" },
  "chat.agents": { kind: "list", words: "the path of agents" },
  "chat.id": { kind: "text", words: "the chat’s id" },
  "server.trusted": { kind: "boolean", words: "“the server is trusted”" },
  "server.id": { kind: "text", words: "the server’s id" },
  "tool.name": { kind: "text", words: "the tool’s name" },
  "tool.risk": { kind: "number", words: "the tool’s risk" },
  "tool.flag": { kind: "text", words: "the tool’s approval setting", choices: ["inherit", "always", "never"] },
  "tool.annotations.readOnlyHint": hint("readOnlyHint"),
  "tool.annotations.destructiveHint": hint("destructiveHint"),
  "tool.annotations.idempotentHint": hint("idempotentHint"),
  "tool.annotations.openWorldHint": hint("openWorldHint"),
} as const satisfies Record<string, Fact>;
export type FactName = keyof typeof facts;

export function isFactName(name: string): name is FactName {
  return Object.hasOwn(facts, name);
}

/** The values that a fact can have; null where it can have any. */
export function choicesOf(subject: Subject): readonly string[] | null {
  const fact: Fact | null = subject.kind === "fact" ? facts[subject.name] : null;
  return fact?.choices ?? null;
}

/** Words that no name after a dot may be. */
const reserved = new Set(["in", "true", "false", "null"]);

/** Whether it may stand after a dot. What every object inherits is asked for by its name in brackets, as a key alone. */
export function isPlainName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !reserved.has(name) && !(name in {});
}

export function celOfSubject(subject: Subject): string {
  switch (subject.kind) {
    case "argument":
      return celOfPath(subject.path);
    case "fact":
      return subject.name;
    case "calls":
      return `calls(${JSON.stringify(subject.span)})`;
    case "spent":
      return `spent(${JSON.stringify(subject.argument)}, ${JSON.stringify(subject.span)}) + ${celOfPath([subject.argument])}`;
  }
}

function celOfPath(path: readonly string[]): string {
  return `args${path.map((name) => (isPlainName(name) ? `.${name}` : `[${JSON.stringify(name)}]`)).join("")}`;
}

const spans: { [Of in Span]: string } = { day: "today", chat: "in the chat" };

/** In words, as a sentence begins with it: `amount`, `the calls today`. */
export function wordsOfSubject(subject: Subject): string {
  switch (subject.kind) {
    case "argument":
      return nameInWords(subject.path);
    case "fact":
      return facts[subject.name].words;
    case "calls":
      return `the number of earlier calls ${spans[subject.span]}`;
    case "spent":
      return `the total of ${nameInWords([subject.argument])} ${spans[subject.span]}, with this call,`;
  }
}

/** Names come from servers: one that is more than a word stands in quotes, so that it reads as no words of ours. */
export function nameInWords(path: readonly string[]): string {
  return path.map((name) => (/^[A-Za-z_][\w-]*$/.test(name) ? name : quoted(name))).join(".");
}

/** A text between quotes that nothing in it can end. */
export function quoted(text: string): string {
  return /["“”„«»\\\p{Cc}]/u.test(text) ? JSON.stringify(text) : `“${text}”`;
}
