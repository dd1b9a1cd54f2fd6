import { isStill } from "./is-still.ts";
import { mediaTypeOf } from "./media-type.ts";
import { pictureSize } from "./picture-size.ts";

const mostOfOne = 16 * 1024;
const mostPixels = 512;
/** Of all icons that are looked at for one answer, in characters: a page may list a thousand tools. */
const mostTogether = 256 * 1024;

/**
 * Chooses the icons that a page draws: small raster pictures that do not move, which a server sent in full, as data. An address is never
 * loaded: whoever serves it would learn who looks at the page, from where and when. Asked for one list of icons after the
 * other, it says null once they would be too many.
 */
export function iconBudget(): (icons: readonly { src: string }[] | undefined) => string | null {
  let left = mostTogether;
  return (icons = []) => {
    const shown = icons.find(({ src }) => {
      if (src.length > Math.min(left, mostOfOne)) return false;
      left -= src.length;
      return isDrawn(src);
    });
    return shown?.src ?? null;
  };
}

/** Its type is what its first bytes say. */
function isDrawn(src: string): boolean {
  const [, declared = "", base64] = /^data:(image\/[a-z]+);base64,([A-Za-z0-9+/]+={0,2})$/.exec(src) ?? [];
  if (base64 === undefined || base64.length % 4 !== 0) return false;
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  if (mediaTypeOf(bytes, declared) !== declared) return false;
  // It is an image by now.
  const type = declared as "image/png";
  const size = isStill(bytes, type) ? pictureSize(bytes, type) : null;
  return size !== null && size.width <= mostPixels && size.height <= mostPixels;
}
