import type { Span } from "#lib/verdict/counter.ts";
import { roles } from "#lib/people/role.ts";
import { quoted } from "#lib/policies/sentence-of-rule.ts";
import type { RuleSay } from "#lib/policies/words.en.ts";

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

type Fact = { kind: ValueKind; choices?: readonly string[] };

const hint: Fact = { kind: "boolean" };

/** What can be known of a call beside its arguments, as docs/policies.md lists it. */
export const facts = {
  "user.role": { kind: "text", choices: roles },
  "user.email": { kind: "text" },
  "user.name": { kind: "text" },
  "user.id": { kind: "text" },
  "chat.caller": { kind: "text" },
  "chat.agent": { kind: "text" },
  "chat.agents": { kind: "list" },
  "chat.id": { kind: "text" },
  "server.trusted": { kind: "boolean" },
  "server.id": { kind: "text" },
  "tool.name": { kind: "text" },
  "tool.risk": { kind: "number" },
  "tool.flag": { kind: "text", choices: ["inherit", "always", "never"] },
  "tool.annotations.readOnlyHint": hint,
  "tool.annotations.destructiveHint": hint,
  "tool.annotations.idempotentHint": hint,
  "tool.annotations.openWorldHint": hint,
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

/** In words, as a sentence begins with it: `amount`, `the calls today`. */
export function wordsOfSubject(subject: Subject, say: RuleSay): string {
  switch (subject.kind) {
    case "argument":
      return nameInWords(subject.path);
    case "fact":
      return say(subject.name);
    case "calls":
      return say("earlierCalls", { span: subject.span });
    case "spent":
      return say("totalOf", { argument: nameInWords([subject.argument]), span: subject.span });
  }
}

/** Names come from servers: one that is more than a word stands in quotes, so that it reads as no words of ours. */
export function nameInWords(path: readonly string[]): string {
  return path.map((name) => (/^[A-Za-z_][\w-]*$/.test(name) ? name : quoted(name))).join(".");
}
