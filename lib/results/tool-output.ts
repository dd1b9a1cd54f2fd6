import { canonicalJson } from "#lib/untrusted/canonical-json.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#lib/untrusted/json.ts";
import { fileWords, isPicture, type ResultFile } from "./result-file.ts";

/** What came of a call, as the part of a message holds it. */
export type ToolOutput = {
  content: JsonObject[];
  structuredContent: JsonValue | null;
  isError: boolean;
  /** Ours: what a person changed and said while approving. */
  remark: string | null;
  files?: ResultFile[];
  /** How the structured content fails the tool's own output schema, in a sentence. */
  mismatch?: string;
};

/** A piece of a result, in its order. People and models get the same. */
export type ShownPiece =
  | { kind: "text"; text: string }
  /** Structured content. */
  | { kind: "data"; value: JsonValue }
  | { kind: "file"; file: ResultFile };

type Result = Pick<ToolOutput, "content" | "structuredContent" | "files">;

/** Structured content is shown once, where a text repeats it as the protocol recommends. */
export function shownPieces({ content, structuredContent, files = [] }: Result): ShownPiece[] {
  const data = structuredContent === null ? [] : [{ kind: "data" as const, value: structuredContent }];
  const repeats = repeatsIn(content, structuredContent);
  const pieces = content.flatMap((block, at): ShownPiece[] => {
    const file = files.find((each) => each.at === at);
    if (file !== undefined) return [{ kind: "file", file }];
    return at === repeats ? data : [{ kind: "text", text: blockWords(block) }];
  });
  return repeats !== null || isSaidIn(content, structuredContent) ? pieces : [...pieces, ...data];
}

/** A result as a model reads it; `toModel` says of a picture or sound what the model gets of it, as half a sentence. */
export function resultWords(output: ToolOutput, toModel: (file: ResultFile) => string = () => ", not to you"): string {
  const pieces = shownPieces(output);
  const lines = pieces.map((piece) => {
    if (piece.kind === "text") return piece.text;
    if (piece.kind === "data") {
      return `${pieces.length === 1 ? "" : "Structured content: "}${JSON.stringify(piece.value)}`;
    }
    const { file } = piece;
    const kind = isPicture(file) ? "picture" : "sound";
    return `[${kind}, ${fileWords(file, ", ")}, shown to the person${toModel(file)}]`;
  });
  if (output.mismatch !== undefined) lines.push(`[${output.mismatch}]`);
  const text = lines.length === 0 ? "(no content)" : lines.join("\n");
  const said = output.isError ? `The tool reported an error: ${text}` : text;
  // Model providers refuse a whole chat that contains half a surrogate pair.
  return (output.remark === null ? said : `${output.remark}\n\n${said}`).toWellFormed();
}

function blockWords(block: JsonObject): string {
  const { type, uri, resource } = block;
  if (type === "text" && typeof block["text"] === "string") return block["text"];
  if (type === "resource_link") {
    const about = [block["title"] ?? block["name"], block["mimeType"], block["description"]];
    return `[link ${JSON.stringify(uri)}${about.map((said) => (typeof said === "string" ? `, ${said}` : "")).join("")}]`;
  }
  if (type === "resource" && isJsonObject(resource) && typeof resource["text"] === "string") {
    return `[resource ${JSON.stringify(resource["uri"])}]\n${resource["text"]}`;
  }
  return `[content of type ${JSON.stringify(block["mimeType"] ?? type)}]`;
}

/** The place of the text that is the structured content as JSON. */
function repeatsIn(content: JsonObject[], structured: JsonValue | null): number | null {
  const wanted = structured === null ? null : canonicalOf(structured);
  if (wanted === null) return null;
  const at = content.findIndex((block) => canonicalText(block["text"]) === wanted);
  return at < 0 ? null : at;
}

/** Many servers wrap what is no object as `{"result": …}`, and say it in texts, of a list one by one. */
function isSaidIn(content: JsonObject[], structured: JsonValue | null): boolean {
  if (!isJsonObject(structured) || Object.keys(structured).join() !== "result") return false;
  const wrapped = structured["result"] as JsonValue;
  const says = ({ text }: JsonObject, value: JsonValue, canonical: string | null) =>
    text === value || (canonical !== null && canonicalText(text) === canonical);
  const one = canonicalOf(wrapped);
  if (content.some((block) => says(block, wrapped, one))) return true;
  if (!Array.isArray(wrapped) || wrapped.length === 0 || wrapped.length !== content.length) return false;
  return content.every((block, at) => says(block, wrapped[at] as JsonValue, canonicalOf(wrapped[at] as JsonValue)));
}

/** Null for what has none, as a name that is half of a surrogate pair: results of older releases hold such names. */
function canonicalOf(value: JsonValue): string | null {
  try {
    return canonicalJson(value);
  } catch {
    return null;
  }
}

/** The canonical form of a text that is JSON; null for words. */
function canonicalText(text: unknown): string | null {
  if (typeof text !== "string") return null;
  try {
    return canonicalOf(JSON.parse(text) as JsonValue);
  } catch {
    return null;
  }
}
