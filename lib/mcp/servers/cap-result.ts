import { setImmediate as nextTurn } from "node:timers/promises";
import type { Mask } from "#lib/audit/mask.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#lib/untrusted/json.ts";
import { withoutBase64, withoutDataUris } from "#lib/results/without-base64.ts";
import type { ToolResult, WholeBlock } from "#lib/gate/contract/tool.ts";

export const maxResultBytes = 256 * 1024;
/** Of pictures, sound and files, as base64. */
export const maxBinaryBytes = 6 * 1024 * 1024;
const maxMetaBytes = 16 * 1024;
const maxDepth = 32;
const maxBlocks = 500;

type Sent = { content?: unknown; structuredContent?: unknown; isError?: unknown; _meta?: unknown };

/**
 * A server's result, changed only where it would flood the model, the store or the page (S0.36: capped results, THREATS
 * E12: caps on results): long texts are cut, nesting ends at 32 levels, and binary content is described in its place and
 * kept apart. A last text block says what was cut. Secrets are masked first: the head of one that was cut is a secret too.
 */
export async function capResult(result: Sent, mask: Mask): Promise<ToolResult> {
  const cuts = new Cuts();
  const blocks = Array.isArray(result.content) ? result.content : [];
  if (blocks.length > maxBlocks) cuts.add(`${blocks.length - maxBlocks} of ${blocks.length} content blocks`);
  const budget = { bytes: maxResultBytes, binary: maxBinaryBytes };
  const whole: WholeBlock[] = [];
  const content: JsonObject[] = [];
  for (const [at, sent] of blocks.slice(0, maxBlocks).entries()) {
    const block = copyOf(sent, 0, cuts);
    const named = isJsonObject(block) ? nameBinary(block, mask) : null;
    if (!isJsonObject(block)) content.push(textBlock(""));
    else if (named === null) content.push(capBlock(await mask.inTurns(block, nextTurn), budget, cuts));
    else {
      const written = JSON.stringify(block);
      const size = byteLength(written);
      if (size > budget.binary) cuts.add(named);
      // A picture with a hole is none: what repeats a secret stays described.
      else if (JSON.stringify(await mask.inTurns(block, nextTurn)) === written) {
        budget.binary -= size;
        whole.push({ at, block });
      }
      content.push(capBlock(textBlock(`[${named}]`), budget, cuts));
    }
  }
  const structuredContent = await capStructured(result.structuredContent, mask, cuts);
  const meta = await capMeta(result._meta, mask, cuts);
  return {
    content: cuts.isEmpty ? content : [...content, textBlock(`[Countersign left out of this result: ${cuts.text}.]`)],
    structuredContent,
    isError: result.isError === true,
    ...(meta === null ? {} : { meta }),
    ...(whole.length === 0 ? {} : { whole }),
  };
}

class Cuts {
  readonly #what = new Set<string>();
  add(what: string): void {
    if (this.#what.size < 20) this.#what.add(what);
  }
  get isEmpty(): boolean {
    return this.#what.size === 0;
  }
  get text(): string {
    return [...this.#what].join("; ");
  }
}

function textBlock(text: string): JsonObject {
  return { type: "text", text };
}

type Budget = { bytes: number };

function capBlock(named: JsonObject, budget: Budget, cuts: Cuts): JsonObject {
  const resource = named["resource"];
  if (named["type"] === "text" && typeof named["text"] === "string")
    return capText(named["text"], (text) => ({ ...named, text }), budget, cuts);
  if (named["type"] === "resource" && isJsonObject(resource) && typeof resource["text"] === "string")
    return capText(resource["text"], (text) => ({ ...named, resource: { ...resource, text } }), budget, cuts);
  const size = byteLength(JSON.stringify(named));
  if (size <= budget.bytes) {
    budget.bytes -= size;
    return named;
  }
  const type = typeof named["type"] === "string" ? named["type"].slice(0, 40).toWellFormed() : "unknown";
  cuts.add(`a block of type ${type} with ${size} bytes`);
  return textBlock("");
}

/** What binary content is, in words: base64 costs a model tens of thousands of tokens and tells it nothing. */
function nameBinary(block: JsonObject, mask: Mask): string | null {
  const holder = isJsonObject(block["resource"]) ? block["resource"] : block;
  const base64 = holder[holder === block ? "data" : "blob"];
  if (typeof base64 !== "string") return null;
  const type = typeof holder["mimeType"] === "string" ? mask.head(holder["mimeType"], 100) : "binary content";
  const uri = typeof holder["uri"] === "string" ? ` ${mask.head(holder["uri"], 500)}` : "";
  return `${type} (${Math.floor((base64.length * 3) / 4)} bytes)${uri}`.toWellFormed();
}

/** A block around a long text; the other members of the block count too. */
function capText(text: string, blockOf: (text: string) => JsonObject, budget: Budget, cuts: Cuts): JsonObject {
  const beside = byteLength(JSON.stringify(blockOf(""))) - bare;
  if (beside > budget.bytes) {
    cuts.add(`${beside} bytes beside a text`);
    return textBlock(cutText(text, budget, cuts));
  }
  budget.bytes -= beside;
  return blockOf(cutText(text, budget, cuts));
}

/** A text block counts with its text only. */
const bare = byteLength(JSON.stringify(textBlock("")));

function cutText(said: string, budget: Budget, cuts: Cuts): string {
  // A file in the middle of a text is not what the text says.
  const text = byteLength(said) > budget.bytes ? withoutDataUris(said) : said;
  const size = byteLength(text);
  if (size <= budget.bytes) {
    budget.bytes -= size;
    return text;
  }
  const kept = Buffer.from(text.slice(0, budget.bytes))
    .subarray(0, budget.bytes)
    .toString("utf8")
    .replace(/(?<!\ufffd)\ufffd+$/, "");
  cuts.add(`${size - byteLength(kept)} of ${size} bytes of text`);
  budget.bytes = 0;
  return kept;
}

async function capStructured(value: unknown, mask: Mask, cuts: Cuts): Promise<JsonValue> {
  if (value === undefined || value === null) return null;
  const copy = await mask.inTurns(copyOf(value, 0, cuts), nextTurn);
  if (byteLength(JSON.stringify(copy)) <= maxResultBytes) return copy;
  const named = withoutBase64(copy);
  const size = byteLength(JSON.stringify(named));
  if (size <= maxResultBytes) return named;
  cuts.add(`structured content of ${size} bytes`);
  return null;
}

/** Names that the protocol reserves, and ours: nobody else speaks by them. */
const reserved = /^(?:[^/]*\.)?(?:modelcontextprotocol|mcp)(?:\.[^/]*)?\/|^countersign\/|^progressToken$/i;

async function capMeta(value: unknown, mask: Mask, cuts: Cuts): Promise<JsonObject | null> {
  if (!isJsonObject(value)) return null;
  const allowed = Object.fromEntries(Object.entries(value).filter(([key]) => !reserved.test(key)));
  const kept = await mask.inTurns(copyOf(allowed, 0, cuts), nextTurn);
  if (!isJsonObject(kept) || Object.keys(kept).length === 0) return null;
  const size = byteLength(JSON.stringify(kept));
  if (size <= maxMetaBytes) return kept;
  cuts.add(`metadata of ${size} bytes`);
  return null;
}

/**
 * A copy with limited depth. A `__proto__` key could reach an object's prototype in less careful code (THREATS E7:
 * special property names).
 */
function copyOf(value: unknown, depth: number, cuts: Cuts): JsonValue {
  if (value === null || typeof value === "boolean" || typeof value === "number") return value;
  // Model providers refuse a whole chat that contains half a surrogate pair, and it has no canonical form.
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value !== "object") return null;
  if (depth >= maxDepth) {
    cuts.add(`everything nested deeper than ${maxDepth} levels`);
    return null;
  }
  if (Array.isArray(value)) return value.map((item) => copyOf(item, depth + 1, cuts));
  const copy: JsonObject = {};
  for (const [key, member] of Object.entries(value)) {
    if (key === "__proto__") cuts.add('a key "__proto__"');
    else copy[key.toWellFormed()] = copyOf(member, depth + 1, cuts);
  }
  return copy;
}

function byteLength(text: string): number {
  return Buffer.byteLength(text);
}
