import { isAlias, isScalar, isSeq, type ParsedNode, type YAMLMap } from "yaml";

import { meantInstead } from "./plain-problem.ts";
import { repeatedKeys } from "./documents-in.ts";

/** Where a text stands and what is wrong with it. */
export type Complain = (node: ParsedNode | null, message: string) => void;

const mostCharacters = 300;

/** The keys and values of one rule as they stand in the file. */
export class RuleFields {
  readonly #node: YAMLMap.Parsed;
  readonly #complain: Complain;

  constructor(node: YAMLMap.Parsed, complain: Complain) {
    this.#node = node;
    this.#complain = complain;
  }

  /** Complains about every key that is none of these. */
  expect(keys: readonly string[]): void {
    for (const key of repeatedKeys(this.#node)) this.#complain(key, `the key \`${String(key)}\` is there twice`);
    for (const { key } of this.#node.items) {
      const name = isScalar(key) ? key.value : null;
      if (typeof name === "string" && keys.includes(name)) continue;
      const [written, has, near] = [JSON.stringify(name), keys.join(", "), meantInstead(name, keys)];
      this.#complain(
        key,
        near === null
          ? `unknown key ${written}; a rule has ${has}`
          : `unknown key ${written}; a rule has ${has}; perhaps \`${near}\` is meant`,
      );
    }
  }

  has(key: string): boolean {
    return this.#node.items.some((pair) => isScalar(pair.key) && pair.key.value === key);
  }

  value(key: string): ParsedNode | null {
    return this.#node.items.find((pair) => isScalar(pair.key) && pair.key.value === key)?.value ?? null;
  }

  /** Says what is wrong at a value, or at the rule where there is none. */
  complain(node: ParsedNode | null, message: string): void {
    this.#complain(node ?? this.#node, message);
  }

  /** Null where the key is absent, or, with a complaint, where its value is no text. */
  text(key: string): string | null {
    return this.has(key) ? this.textOf(this.value(key), key) : null;
  }

  textOf(node: ParsedNode | null, key: string): string | null {
    const value = isScalar(node) ? node.value : null;
    if (typeof value === "string" && value !== "" && value.length <= mostCharacters) return value;
    this.complain(
      node,
      typeof value === "number" || typeof value === "boolean"
        ? `\`${key}\` is not a text of 1 to ${mostCharacters} characters; put ${String(value)} in quotes`
        : isAlias(node)
          ? `\`${key}\` is not a text; a text that begins with * needs quotes, like "*${node.source}"`
          : `\`${key}\` is not a text of 1 to ${mostCharacters} characters`,
    );
    return null;
  }

  /** One value or a list of them; `read` gives null for what it complained about. Null where the key is absent. */
  list<Item>(key: string, read: (node: ParsedNode | null) => Item | null): Item[] | null {
    if (!this.has(key)) return null;
    const node = this.value(key);
    const items = isSeq<ParsedNode | null>(node) ? node.items : [node];
    if (items.length === 0) this.complain(node, `\`${key}\` is an empty list, which fits nothing`);
    // A value that is not understood fits nothing; the file is refused anyway.
    return items.map(read).filter((item) => item !== null);
  }

  texts(key: string): string[] | null {
    return this.list(key, (node) => this.textOf(node, key));
  }
}
