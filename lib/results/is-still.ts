import type { MediaType } from "./media-type.ts";

/** Whether a picture does not move, as far as its bytes say it: beside a name nobody could stop it. */
export function isStill(bytes: Uint8Array, type: MediaType): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return looks[type]?.(view) ?? true;
  } catch (error) {
    // It ends before it says so.
    if (error instanceof RangeError) return type !== "image/gif";
    throw error;
  }
}

const looks: { [Type in MediaType]?: (view: DataView) => boolean } = {
  "image/png": isStillPng,
  "image/gif": isStillGif,
  // The bit of its first header by which browsers play it.
  "image/webp": (view) => view.getUint32(12) !== codes.VP8X || (view.getUint8(20) & 2) === 0,
};

const codes = { acTL: 0x6163544c, IDAT: 0x49444154, VP8X: 0x56503858 };

/** One that moves says so before its data. */
function isStillPng(view: DataView): boolean {
  for (let at = 8; ; at += 12 + view.getUint32(at)) {
    const chunk = view.getUint32(at + 4);
    if (chunk === codes.acTL || chunk === codes.IDAT) return chunk === codes.IDAT;
  }
}

/** One frame, and then its end. */
function isStillGif(view: DataView): boolean {
  const coloursOf = (flags: number) => (flags >= 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let frames = 0;
  for (let at = 13 + coloursOf(view.getUint8(10)); ;) {
    const block = view.getUint8(at);
    if (block === 0x3b) return frames === 1;
    if (block === 0x2c) {
      frames += 1;
      at += 11 + coloursOf(view.getUint8(at + 9));
    } else if (block === 0x21) at += 2;
    else return false;
    while (view.getUint8(at) > 0) at += 1 + view.getUint8(at);
    at += 1;
  }
}
