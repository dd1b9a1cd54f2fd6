import { parseSync } from "vite";

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/** Attributes whose texts nobody reads: names of styles, ids, kinds, and what code compares. */
const unread =
  /^(className|key|id|href|src|name|type|role|look|tone|dir|lang|htmlFor|value|rel|target|kind|weave|named|autoComplete|autoCapitalize|autoCorrect|inputMode|data-.*|aria-(controls|describedby|labelledby|keyshortcuts|live|current))$/;
/** Calls whose texts go to a console, a server or a selector; `say` takes keys. */
const elsewhere =
  /^(console\.\w+|request|send|readJson|say\w*(\.rich)?|.*querySelector(All)?|.*addEventListener|.*closest|words)$/;

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);
}

/** A word or more that a person would read: a capital first or a space within, and letters. */
function isSentence(text: string): boolean {
  const bare = text.trim();
  return /\p{L}{2}/u.test(bare) && (/^\p{Lu}\p{Ll}*(?:\s|$)/u.test(bare) || (/\s/.test(bare) && /[.!?…:]$/.test(bare)));
}

/** Every text in a file of components that a person would read, and that is no catalogue's. */
export function sentencesOutside(code: string, file: string): string[] {
  const found: string[] = [];
  const nameIn = (node: unknown) => (isNode(node) ? code.slice(node.start, node.end) : "");
  const visit = (node: Node) => {
    switch (node.type) {
      case "JSXText":
        if (/\p{L}{2}/u.test(String(node["value"]))) found.push(String(node["value"]).trim());
        return;
      case "JSXAttribute":
        if (unread.test(nameIn(node["name"]))) return;
        break;
      case "CallExpression":
      case "NewExpression":
        if (elsewhere.test(nameIn(node["callee"])) || nameIn(node["callee"]).endsWith("Error")) return;
        break;
      case "BinaryExpression":
        if (/^(?:[!=]==?|in)$/.test(String(node["operator"]))) return;
        break;
      case "Literal":
        if (typeof node["value"] === "string" && isSentence(node["value"])) found.push(node["value"]);
        return;
      case "TemplateLiteral": {
        const text = (node["quasis"] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join("…");
        if (isSentence(text)) found.push(text);
        break;
      }
    }
    if (/^(Import|TS(Type|Interface|Literal))/.test(node.type)) return;
    for (const child of childrenOf(node)) visit(child);
  };
  visit(parseSync(file, code).program as unknown as Node);
  return found;
}
