/** What is drawn and played. Nothing else is: SVG and HTML are programs. */
export const shownTypes = {
  "image/png": "PNG",
  "image/jpeg": "JPEG",
  "image/gif": "GIF",
  "image/webp": "WebP",
  "audio/wav": "WAV",
  "audio/mpeg": "MP3",
  "audio/ogg": "Ogg",
  "audio/mp4": "M4A",
} as const;
export type MediaType = keyof typeof shownTypes;

/**
 * What these bytes are, by their first ones: a server may call them anything. Null for all that is not shown. `declared`
 * counts only where few bytes tell a sound from a film, or from nothing at all.
 */
export function mediaTypeOf(bytes: Uint8Array, declared: string): MediaType | null {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "image/png";
  if (text(0, 3) === "\xff\xd8\xff") return "image/jpeg";
  if (/^GIF8[79]a$/.test(text(0, 6))) return "image/gif";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "image/webp";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WAVE") return "audio/wav";
  if (text(0, 3) === "ID3") return "audio/mpeg";
  if (!declared.startsWith("audio/")) return text(4, 12) === "ftypM4A " ? "audio/mp4" : null;
  if (text(0, 4) === "OggS") return "audio/ogg";
  if (text(4, 8) === "ftyp") return "audio/mp4";
  return bytes[0] === 0xff && [0xfb, 0xf3, 0xf2, 0xfa].includes(bytes[1] ?? 0) ? "audio/mpeg" : null;
}
