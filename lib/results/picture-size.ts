import type { MediaType } from "./media-type.ts";

export type PictureSize = { width: number; height: number };

/** A picture's size as its first bytes say it; null where they say none. */
export function pictureSize(bytes: Uint8Array, type: MediaType): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const { width, height } = readers[type]?.(view) ?? { width: 0, height: 0 };
    return width > 0 && height > 0 ? { width, height } : null;
  } catch (error) {
    // A picture that ends before it says its size.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const readers: { [Type in MediaType]?: (view: DataView) => PictureSize | null } = {
  "image/png": (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  "image/gif": gifSize,
  "image/jpeg": jpegSize,
  "image/webp": webpSize,
};

/** Browsers make room for the whole of the first frame, however small the picture says that it is. */
function gifSize(view: DataView): PictureSize | null {
  const flags = view.getUint8(10);
  const hasColours = flags >= 0x80;
  let at = hasColours ? 13 + 3 * 2 ** ((flags & 7) + 1) : 13;
  while (view.getUint8(at) === 0x21) {
    at += 2;
    for (let block = view.getUint8(at); block > 0; block = view.getUint8(at)) at += 1 + block;
    at += 1;
  }
  if (view.getUint8(at) !== 0x2c) return null;
  const [left = 0, top = 0, width = 0, height = 0] = [1, 3, 5, 7].map((from) => view.getUint16(at + from, true));
  return {
    width: Math.max(view.getUint16(6, true), left + width),
    height: Math.max(view.getUint16(8, true), top + height),
  };
}

/**
 * Goes from marker to marker up to the one that begins a frame. A zero is no marker: browsers look for the next one right
 * behind it, and would find another frame.
 */
function jpegSize(view: DataView): PictureSize | null {
  for (let at = 2; view.getUint8(at) === 0xff;) {
    const marker = view.getUint8(at + 1);
    if (marker === 0) return null;
    const isFill = marker === 0xff;
    const isBare = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    at += isFill ? 1 : isBare ? 2 : 2 + view.getUint16(at + 2);
  }
  return null;
}

function webpSize(view: DataView): PictureSize | null {
  const kind = String.fromCharCode(...[12, 13, 14, 15].map((at) => view.getUint8(at)));
  const threeBytes = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  if (kind === "VP8X") return { width: threeBytes(24) + 1, height: threeBytes(27) + 1 };
  if (kind === "VP8 ") {
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  }
  if (kind !== "VP8L") return null;
  const bits = view.getUint32(21, true);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
