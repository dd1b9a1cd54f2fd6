import { describe, expect, test } from "vitest";
import { filesIn, mostFiles } from "./files-in.ts";
import { mediaTypeOf } from "./media-type.ts";
import { pictureSize } from "./picture-size.ts";

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part))));
const png = (width: number, height: number) => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  return bytes("\x89PNG\r\n\x1a\n", [0, 0, 0, 13], "IHDR", [...head]);
};
const jpeg = bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc2, 0, 11, 8, 2, 208, 5, 0]);
const gif = bytes("GIF89a", [0, 5, 208, 2, 0, 0, 0], [0x2c, 0, 0, 0, 0, 16, 0, 16, 0]);
const webp = (kind: string, rest: number[]) => bytes("RIFF", [9, 9, 9, 9], "WEBP", kind, [0, 0, 0, 0], rest);

describe("S0.70: what is drawn is known by its bytes", () => {
  test.each([
    ["image/png", png(1280, 720)],
    ["image/jpeg", jpeg],
    ["image/gif", gif],
    ["image/webp", webp("VP8X", [0, 0, 0, 0, 255, 4, 0, 207, 2, 0])],
    ["image/webp", webp("VP8 ", [0, 0, 0, 0, 0, 0, 0, 5, 208, 2])],
    ["image/webp", webp("VP8L", [47, 255, 196, 179, 0])],
  ] as const)("%s, and its size, whatever the server calls it", (type, sent) => {
    expect(mediaTypeOf(sent, "text/html")).toBe(type);
    expect(pictureSize(sent, type)).toEqual({ width: 1280, height: 720 });
    for (let end = 0; end < sent.length; end += 1) {
      const cut = sent.subarray(0, end);
      expect(() => pictureSize(cut, mediaTypeOf(cut, "image/png") ?? type)).not.toThrow();
    }
  });

  test("a picture that says it is small, and is drawn large, counts as what is drawn", () => {
    const colours = [0x80, 0, 0, 9, 9, 9, 9, 9, 9];
    const frame = [0x2c, 1, 0, 2, 0, 0x7f, 0x3e, 0x7e, 0x3e];
    const extension = [0x21, 0xff, 2, 0x2c, 0x2c, 1, 0x21, 0];
    for (const before of [[0, 0, 0], colours, [...colours, ...extension, ...extension]])
      expect(pictureSize(bytes("GIF89a", [1, 0, 1, 0], before, frame), "image/gif")).toEqual({
        width: 16_000,
        height: 16_000,
      });
    expect(pictureSize(bytes("GIF89a", [1, 0, 1, 0, 0, 0, 0, 0x3b]), "image/gif")).toBeNull();
    // Browsers begin the first frame, of 16,000 x 16,000, where a reader of lengths is led to the second, of 1 x 1.
    const [large, small] = [
      [0xff, 0xc0, 0, 11, 8, 0x3e, 0x80, 0x3e, 0x80],
      [0xff, 0xc0, 0, 11, 8, 0, 1, 0, 1],
    ];
    const led = bytes([0xff, 0xd8, 0xff, 0, 0, 2 + large.length], large, small);
    expect(mediaTypeOf(led, "")).toBe("image/jpeg");
    expect(pictureSize(led, "image/jpeg")).toBeNull();
  });

  test.each([
    ["audio/wav", bytes("RIFF", [1, 1, 1, 1], "WAVE")],
    ["audio/mpeg", bytes("ID3")],
    ["audio/mpeg", bytes([0xff, 0xfb, 0x90])],
    ["audio/ogg", bytes("OggS")],
    ["audio/mp4", bytes([0, 0, 0, 32], "ftypM4A ")],
  ])("%s", (type, sent) => {
    expect(mediaTypeOf(sent, "audio/x")).toBe(type);
  });

  test.each([
    ["<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml"],
    ["<svg xmlns='http://www.w3.org/2000/svg'/>", "image/png"],
    ["<!doctype html><script>alert(1)</script>", "image/jpeg"],
    ["%PDF-1.7", "application/pdf"],
    ["OggS", "video/ogg"],
    ["\xff\xfb", "text/plain"],
    ["", "image/png"],
  ])("%j as %s is nothing to draw", (text, declared) => {
    expect(mediaTypeOf(Buffer.from(text, "latin1"), declared)).toBeNull();
  });
});

test("S0.70: what cannot be drawn is named with the reason, and costs the others nothing", () => {
  const block = (data: Buffer) => ({ type: "image", mimeType: "image/png", data: data.toString("base64") });
  const { files, unshown } = filesIn("call", [
    { at: 0, block: block(png(1280, 720)) },
    { at: 1, block: block(Buffer.from("<svg/>")) },
    { at: 2, block: block(png(60_000, 60_000)) },
    { at: 3, block: block(png(0, 1)) },
    { at: 4, block: { type: "resource", resource: { uri: "a:b", blob: png(1, 1).toString("base64") } } },
    { at: 5, block: { type: "image" } },
  ]);
  expect(files.map(({ file: { at, id, width } }) => [at, id, width])).toEqual([
    [0, "call-0", 1280],
    [4, "call-4", 1],
  ]);
  expect(files[0]?.file).toMatchObject({
    mediaType: "image/png",
    bytes: 24,
    sha256: expect.stringMatching(/^\w{64}$/),
  });
  expect(unshown.map(({ at, why }) => `${at} ${why}`)).toEqual([
    "1 is none of PNG, JPEG, GIF, WebP, WAV, MP3, Ogg, M4A",
    "2 is a picture of 60000 × 60000, too many to draw",
    "3 is a picture without a size",
    "5 is none of PNG, JPEG, GIF, WebP, WAV, MP3, Ogg, M4A",
  ]);
});

test("S0.70: of one result a hundred files are shown at most", () => {
  const block = { type: "image", mimeType: "image/png", data: png(1, 1).toString("base64") };
  const { files, unshown } = filesIn(
    "call",
    Array.from({ length: mostFiles + 2 }, (_, at) => ({ at, block })),
  );
  expect(files).toHaveLength(mostFiles);
  expect(unshown).toEqual([100, 101].map((at) => ({ at, why: "is one of more than 100 files" })));
});
