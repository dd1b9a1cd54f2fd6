import { type MediaType, shownTypes } from "./media-type.ts";
import { sizeWords } from "./size-words.ts";

/** A picture or a sound of a result. Its bytes lie in the store by `id`. */
export type ResultFile = {
  /** Its place among the content blocks of the result. */
  at: number;
  id: string;
  mediaType: MediaType;
  bytes: number;
  /** Of the bytes, in hex. */
  sha256: string;
  /** In pixels, of a picture. */
  width?: number;
  height?: number;
};

export function isPicture({ mediaType }: Pick<ResultFile, "mediaType">): boolean {
  return mediaType.startsWith("image/");
}

/** "PNG · 1280 × 720 · 340 kB" */
export function fileWords(
  { mediaType, width, height, bytes }: Pick<ResultFile, "mediaType" | "width" | "height" | "bytes">,
  between = " · ",
): string {
  const size = width === undefined ? [] : [`${width} × ${height}`];
  return [shownTypes[mediaType], ...size, sizeWords(bytes)].join(between);
}
