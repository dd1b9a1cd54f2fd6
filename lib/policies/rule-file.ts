import { isMap, isScalar, isSeq, type ParsedNode, type YAMLMap } from "yaml";
import { parseCondition } from "./condition.ts";
import type { AnnotationName, Rule } from "./rules.ts";

/** Where a text stands and what is wrong with it. */
export type Complain = (node: ParsedNode | null, message: string) => void;

const mostRules = 1_000;
const mostCharacters = 300;
const keys = ["id", "server", "tool", "annotations", "when", "then", "reason"];
const annotationNames: readonly AnnotationName[] = [
  "readOnlyHint",
  "destructiveHint",
  "idempotentHint",
  "openWorldHint",
];

/** Reads the `rules:` of `policy.yaml`; everything that is not understood is told to `complain`. */
export function readRules(list: ParsedNode | null, serverIds: ReadonlySet<string> | null, complain: Complain): Rule[] {
  if (!isSeq(list)) {
    complain(list, "`rules` is not a list");
    return [];
  }
  if (list.items.length > mostRules) {
    complain(list, `there are more than ${mostRules} rules`);
    return [];
  }
  const ids = new Set<string>();
  return list.items.flatMap((node, index) => {
    if (!isMap<ParsedNode, ParsedNode | null>(node)) {
      complain(node, "a rule is a list of keys, like `then: ask`");
      return [];
    }
    const rule = new RuleReader(node, complain).read(`rule-${index + 1}`, serverIds);
    if (ids.has(rule.id)) complain(node, `there is another rule with the id ${JSON.stringify(rule.id)}`);
    ids.add(rule.id);
    return [rule];
  });
}

class RuleReader {
  readonly #node: YAMLMap.Parsed;
  readonly #complain: Complain;

  constructor(node: YAMLMap.Parsed, complain: Complain) {
    this.#node = node;
    this.#complain = complain;
  }

  read(numbered: string, serverIds: ReadonlySet<string> | null): Rule {
    for (const { key } of this.#node.items) {
      const name = isScalar(key) ? key.value : null;
      if (typeof name === "string" && keys.includes(name)) continue;
      this.#complain(key, `unknown key ${JSON.stringify(name)}; a rule has ${keys.join(", ")}`);
    }
    const server = this.#text("server");
    if (server !== null && serverIds !== null && !serverIds.has(server)) {
      const known = [...serverIds].join(", ");
      this.#complain(this.#value("server"), `there is no server ${JSON.stringify(server)}; there are ${known}`);
    }
    return {
      id: this.#text("id") ?? numbered,
      server,
      tools: this.#tools(),
      annotations: this.#annotations(),
      when: this.#when(),
      verdict: this.#verdict(),
      reason: this.#text("reason"),
    };
  }

  #value(key: string): ParsedNode | null {
    return this.#node.items.find((pair) => isScalar(pair.key) && pair.key.value === key)?.value ?? null;
  }

  #has(key: string): boolean {
    return this.#node.items.some((pair) => isScalar(pair.key) && pair.key.value === key);
  }

  /** Null where the key is absent or its value is none, which is told. */
  #text(key: string): string | null {
    if (!this.#has(key)) return null;
    return this.#textOf(this.#value(key), key);
  }

  #textOf(node: ParsedNode | null, key: string): string | null {
    const value = isScalar(node) ? node.value : null;
    if (typeof value === "string" && value !== "" && value.length <= mostCharacters) return value;
    this.#complain(node ?? this.#node, `\`${key}\` is not a text of 1 to ${mostCharacters} characters`);
    return null;
  }

  #tools(): string[] | null {
    if (!this.#has("tool")) return null;
    const node = this.#value("tool");
    // One that is not understood fits nothing; the file is refused anyway.
    const items = isSeq(node) ? node.items : [node];
    return items.flatMap((item) => this.#textOf(item as ParsedNode | null, "tool") ?? []);
  }

  #annotations(): Rule["annotations"] {
    if (!this.#has("annotations")) return {};
    const node = this.#value("annotations");
    if (!isMap<ParsedNode, ParsedNode | null>(node)) {
      this.#complain(node ?? this.#node, "`annotations` is not a list of keys, like `destructiveHint: true`");
      return {};
    }
    const wanted: Rule["annotations"] = {};
    for (const { key, value } of node.items) {
      const name = annotationNames.find((known) => isScalar(key) && key.value === known);
      if (name !== undefined && isScalar(value) && typeof value.value === "boolean") wanted[name] = value.value;
      else this.#complain(key, `an annotation is one of ${annotationNames.join(", ")}, and true or false`);
    }
    return wanted;
  }

  #when(): Rule["when"] {
    const source = this.#text("when");
    if (source === null) return null;
    const condition = parseCondition(source);
    if (!("problem" in condition)) return condition;
    this.#complain(this.#value("when"), `\`when: ${source}\`: ${condition.problem}`);
    return null;
  }

  #verdict(): Rule["verdict"] {
    const node = this.#value("then");
    const value = isScalar(node) ? node.value : null;
    if (value === "allow" || value === "ask" || value === "deny") return value;
    this.#complain(node ?? this.#node, "a rule needs `then: allow`, `then: ask` or `then: deny`");
    return "ask";
  }
}
