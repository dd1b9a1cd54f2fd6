import { createHash } from "node:crypto";
import { isJsonObject, type JsonObject } from "#lib/untrusted/json.ts";
import { mediaTypeOf, shownTypes } from "./media-type.ts";
import { pictureSize } from "./picture-size.ts";
import type { ResultFile } from "./result-file.ts";

export type NewFile = { file: ResultFile; base64: string };

/** A picture of more pixels would take a browser's memory, however few its bytes are. */
const mostPixels = 60_000_000;
/** Of one result. */
export const mostFiles = 100;
const shown = Object.values(shownTypes).join(", ");

/**
 * The pictures and sounds among binary blocks, and for each other block why it is not shown. Ids follow from the call
 * alone.
 */
export function filesIn(
  callId: string,
  blocks: readonly { at: number; block: JsonObject }[],
): { files: NewFile[]; unshown: { at: number; why: string }[] } {
  const files: NewFile[] = [];
  const unshown: { at: number; why: string }[] = [];
  for (const { at, block } of blocks) {
    const found = files.length < mostFiles ? fileIn(block) : `is one of more than ${mostFiles} files`;
    if (typeof found === "string") unshown.push({ at, why: found });
    else files.push({ file: { at, id: `${callId}-${at}`, ...found.file }, base64: found.base64 });
  }
  return { files, unshown };
}

/** Or why it is not shown, as half a sentence. */
function fileIn(block: JsonObject): { file: Omit<ResultFile, "at" | "id">; base64: string } | string {
  const holder = isJsonObject(block["resource"]) ? block["resource"] : block;
  const sent = holder["data"] ?? holder["blob"];
  const { mimeType } = holder;
  const bytes = Buffer.from(typeof sent === "string" ? sent : "", "base64");
  const mediaType = mediaTypeOf(bytes, typeof mimeType === "string" ? mimeType : "");
  if (mediaType === null) return `is none of ${shown}`;
  const file = { mediaType, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
  // In one spelling: whoever reads it next may be stricter than Node.
  const base64 = bytes.toString("base64");
  if (!mediaType.startsWith("image/")) return { file, base64 };
  const size = pictureSize(bytes, mediaType);
  if (size === null) return "is a picture without a size";
  if (size.width * size.height > mostPixels) return `is a picture of ${size.width} × ${size.height}, too many to draw`;
  return { file: { ...file, ...size }, base64 };
}
