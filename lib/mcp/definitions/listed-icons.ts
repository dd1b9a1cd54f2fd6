import type { Mask } from "#lib/audit/mask.ts";
import type { Icon } from "#lib/gate/contract/tool.ts";
import { isJsonObject } from "#lib/untrusted/json.ts";

const mostIcons = 4;
const mostSizes = 8;
const longestAddress = 2_000;
const longestData = 16 * 1024;
const raster = /^data:(image\/(?:png|jpeg|webp|gif));base64,[A-Za-z0-9+/]+={0,2}$/;
const rasterType = /^image\/(?:png|jpe?g|webp|gif)$/;

/**
 * The icons of a tool that may be shown to clients: raster pictures, in a data URI or at an https address without a
 * password. A drawing (SVG) may hold scripts and is left out, as is one that repeats a secret. None is loaded here.
 */
export function listedIcons(icons: unknown, mask: Mask): Icon[] {
  if (!Array.isArray(icons)) return [];
  return icons
    .flatMap(iconOf)
    .slice(0, mostIcons)
    .filter((icon) => !mask.isIn(icon));
}

function iconOf(icon: unknown): Icon[] {
  if (!isJsonObject(icon)) return [];
  const { src, mimeType, sizes, theme } = icon;
  if (typeof src !== "string") return [];
  const said = typeof mimeType === "string" ? mimeType : null;
  const type = src.startsWith("data:") ? dataType(src) : addressType(src, said);
  if (type === null) return [];
  const listed: Icon = { src };
  if (type !== "") listed.mimeType = type;
  if (Array.isArray(sizes)) listed.sizes = sizes.filter(isSize).slice(0, mostSizes);
  if (theme === "light" || theme === "dark") listed.theme = theme;
  return [listed];
}

function isSize(size: unknown): size is string {
  return typeof size === "string" && /^(?:any|\d{1,4}x\d{1,4})$/.test(size);
}

/** The type that the picture itself says; null for what is not listed. */
function dataType(src: string): string | null {
  return src.length <= longestData ? (raster.exec(src)?.[1] ?? null) : null;
}

/** The type that its server says, empty where it says none; null for what is not listed. */
function addressType(src: string, said: string | null): string | null {
  const url = src.length <= longestAddress ? URL.parse(src) : null;
  if (url?.protocol !== "https:" || url.username !== "" || url.password !== "") return null;
  if (/\.svgz?$/i.test(url.pathname) || (said !== null && !rasterType.test(said))) return null;
  return said ?? "";
}
