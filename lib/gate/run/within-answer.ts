import type { StoredResult } from "#lib/gate/contract/stored-result.ts";
import { sizeWords } from "#lib/results/size-words.ts";
import { bytesOfResults } from "#lib/store/calls/tool-calls.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#lib/untrusted/json.ts";

/**
 * Bytes: what the results of one answer hold together, and what is left of each that goes beyond that. They are all in
 * one message, which is stored, sent and shown whole.
 */
export const most = { together: 4_000_000, ofLater: 10_000 };

type OfTool = Extract<StoredResult, { kind: "result" }>;

/** The result as its answer has room for it (E12). A last text block says what was cut, and why. */
export async function withinAnswer(trx: Trx, runId: string, stored: StoredResult): Promise<StoredResult> {
  const size = bytesOf(stored);
  if (stored.kind !== "result" || size <= most.ofLater) return stored;
  const held = await bytesOfResults(trx, runId);
  return held + size <= most.together ? stored : shortened(stored, size);
}

function shortened({ result, files = [], blocks = [], ...stored }: OfTool, size: number): OfTool {
  const { content, structuredContent, isError, mismatch } = result;
  const sent = content.length > 0 ? content : [textBlock(JSON.stringify(structuredContent))];
  const kept: JsonObject[] = [];
  let left = most.ofLater;
  for (const [at, block] of sent.entries()) {
    const file = files.find((each) => each.at === at) ?? null;
    const bytes = bytesOf([block, file, ...blocks.filter((each) => each.at === at)]);
    if (bytes > left) {
      const text = file === null ? textOf(block) : "";
      if (text !== "") kept.push(textBlock(cut(text, left)));
      left = 0;
      break;
    }
    left -= bytes;
    kept.push(block);
  }
  const shown = files.filter(({ at }) => at < kept.length);
  const forApp = blocks.filter(({ at }) => at < kept.length);
  return {
    ...stored,
    result: {
      content: [...kept, textBlock(why(size))],
      structuredContent: bytesOf(structuredContent) <= left ? structuredContent : null,
      isError,
      ...(mismatch === undefined ? {} : { mismatch }),
    },
    ...(shown.length === 0 ? {} : { files: shown }),
    ...(forApp.length === 0 ? {} : { blocks: forApp }),
  };
}

function why(size: number): string {
  const [together, each] = [sizeWords(most.together), sizeWords(most.ofLater)];
  return `[Countersign cut this result of ${sizeWords(size)} to ${each}: the results of one answer have room for ${together}, and this one found too little. Ask for less at a time. The next answer has room again.]`;
}

function textBlock(text: string): JsonObject {
  return { type: "text", text };
}

function textOf({ text, resource }: JsonObject): string {
  const said = isJsonObject(resource) ? resource["text"] : text;
  return typeof said === "string" ? said : "";
}

/** The beginning of a text that is no longer than this as JSON. */
function cut(text: string, bytes: number): string {
  let kept = text.slice(0, bytes);
  for (let size = bytesOf(kept); size > bytes; size = bytesOf(kept))
    kept = kept.slice(0, Math.floor((kept.length * bytes) / size));
  return kept.toWellFormed();
}

function bytesOf(value: JsonValue | object): number {
  return Buffer.byteLength(JSON.stringify(value));
}
