import { isJsonObject, type JsonObject } from "#lib/untrusted/json.ts";

type Block = { at: number; block: JsonObject };
/** A binary block of a result, and where its bytes lie in the store. */
export type EmptyBlock = Block & { id: string };

/** Those of one result that an app gets whole, and how long their types and addresses may be. */
const most = { blocks: 100, type: 100, uri: 500 };

/** The binary blocks that an app knows what to do with, without their bytes, and these. */
export function emptiedBlocks(callId: string, whole: readonly Block[]): { blocks: EmptyBlock[]; bytes: Bytes[] } {
  const found = whole.slice(0, most.blocks).flatMap(({ at, block }) => {
    const emptied = emptiedBlock(block);
    return emptied === null ? [] : [{ at, id: `${callId}-${at}`, ...emptied }];
  });
  return {
    blocks: found.map(({ at, id, block }) => ({ at, id, block })),
    bytes: found.map(({ id, base64 }) => {
      const bytes = Buffer.from(base64, "base64");
      // In one spelling, which every store can hold.
      return { id, bytes: bytes.length, base64: bytes.toString("base64") };
    }),
  };
}

type Bytes = { id: string; bytes: number; base64: string };

function emptiedBlock({ type, data, mimeType, resource }: JsonObject): { block: JsonObject; base64: string } | null {
  if (type === "resource" && isJsonObject(resource)) {
    const { uri, blob } = resource;
    if (typeof uri !== "string" || uri.length > most.uri || typeof blob !== "string") return null;
    return { block: { type, resource: { uri, ...typeIn(resource["mimeType"]) } }, base64: blob };
  }
  const isMedia = type === "image" || type === "audio";
  return isMedia && typeof data === "string" ? { block: { type, ...typeIn(mimeType) }, base64: data } : null;
}

function typeIn(mimeType: unknown): { mimeType?: string } {
  return typeof mimeType === "string" && mimeType.length <= most.type ? { mimeType } : {};
}

/** The blocks whose bytes are still there, with their bytes again. */
export function filledBlocks(blocks: readonly EmptyBlock[], bytes: ReadonlyMap<string, string>): Block[] {
  return blocks.flatMap(({ at, id, block }) => {
    const base64 = bytes.get(id);
    if (base64 === undefined) return [];
    const { resource } = block;
    const filled = isJsonObject(resource) ? { resource: { ...resource, blob: base64 } } : { data: base64 };
    return [{ at, block: { ...block, ...filled } }];
  });
}
