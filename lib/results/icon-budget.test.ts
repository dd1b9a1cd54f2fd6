import { expect, test, vi } from "vitest";
import { countedPng } from "#e2e/support/pictures.ts";
import { iconBudget } from "./icon-budget.ts";

const data = (bytes: Uint8Array, type = "image/png") => `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
const small = data(countedPng(16, 16, false));
const shown = (...srcs: string[]) => iconBudget()(srcs.map((src) => ({ src })));

test("M68: the first small raster picture in the icon itself is drawn, and no address is loaded", () => {
  expect(shown("https://track.example/icon.png", "http://a/i.png", "//a/i.png", small)).toBe(small);
  expect(shown("https://track.example/icon.png")).toBeNull();
  expect(shown()).toBeNull();
  expect(iconBudget()(undefined)).toBeNull();
});

test("M68: what is a drawing, a script, another type than it says, too large or no picture is not", () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  for (const src of [
    data(svg, "image/svg+xml"),
    data(svg),
    data(countedPng(16, 16, false), "image/webp"),
    data(countedPng(600, 20, false)),
    // No picture, of which only the size could be read.
    data(Buffer.from("script\x01\0\x01\0"), "image/gif"),
    "data:image/png;base64,AAAA",
    "data:image/png;base64,A",
    "data:image/png,AAAA",
    "data:text/html;base64,PHNjcmlwdD4=",
    "javascript:alert(1)",
    `data:image/png;base64,${"A".repeat(20_000)}`,
  ])
    expect(shown(src), src.slice(0, 60)).toBeNull();
});

test("M68: a picture that moves is not drawn beside a name, where nobody could stop it", () => {
  const bytes = (...parts: (string | number[])[]) =>
    Buffer.concat(parts.map((part) => Buffer.from(part as string, "latin1")));
  const chunk = (name: string, length: number) => bytes([0, 0, 0, length], name, Array<number>(length + 4).fill(0));
  const png = countedPng(16, 16, false);
  const moving = Buffer.concat([png.subarray(0, 33), chunk("acTL", 8), png.subarray(33)]);
  const head = bytes("GIF89a", [16, 0, 16, 0, 0x80, 0, 0], Array<number>(6).fill(0));
  const again = bytes([0x21, 0xff, 11], "NETSCAPE2.0", [3, 1, 0, 0, 0]);
  const frame = bytes([0x2c, 0, 0, 0, 0, 16, 0, 16, 0, 0x80], Array<number>(6).fill(0), [2, 2, 0x4c, 1, 0]);
  const gif = (...blocks: Buffer[]) => data(Buffer.concat([head, ...blocks]), "image/gif");
  const end = Buffer.from([0x3b]);
  const webp = (flags: number) =>
    data(bytes("RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0", [flags, 0, 0, 0, 15, 0, 0, 15, 0, 0]), "image/webp");
  for (const still of [
    small,
    data(Buffer.concat([png.subarray(0, 33), chunk("tEXt", 3), png.subarray(33)])),
    gif(frame, end),
    gif(again, frame, end),
    webp(0x10),
  ])
    expect(shown(still), still).toBe(still);
  for (const moves of [
    data(moving),
    gif(again, frame, frame, end),
    gif(frame, again, frame),
    gif(frame, frame),
    webp(0x12),
  ])
    expect(shown(moves), moves).toBeNull();
});

test("M68: what turns out to be no picture counts towards the bound, so that nobody has a page look at thousands", () => {
  const looks = vi.spyOn(globalThis, "atob");
  const drawn = iconBudget();
  const bad = data(Buffer.alloc(11_000));
  for (let tool = 0; tool < 1_000; tool++) expect(drawn([{ src: bad }, { src: bad }])).toBeNull();
  expect(looks.mock.calls.map(([base64]) => base64).join("").length).toBeLessThanOrEqual(256 * 1024);
});

test("M68: all icons of a page together have a bound", () => {
  const large = data(Buffer.concat([countedPng(16, 16, false), Buffer.alloc(11_000)]));
  const drawn = iconBudget();
  const icons = Array.from({ length: 100 }, () => drawn([{ src: large }]));
  const kept = icons.filter((icon) => icon !== null);
  expect(kept.length).toBeGreaterThan(10);
  expect(kept.join("").length).toBeLessThanOrEqual(256 * 1024);
  expect(icons.at(-1)).toBeNull();
});
