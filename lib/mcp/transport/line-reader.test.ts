import { expect, test } from "vitest";
import { LineReader } from "./line-reader.ts";

test("G15: a line that comes in very many pieces is given up, for each piece costs more than it holds", () => {
  const lines = new LineReader(8 * 1024 * 1024);
  const piece = Buffer.from("a");
  const read = () => [...lines.read(piece)];
  for (let sent = 0; sent < 100_000; sent += 1) read();
  expect(lines.problem).toBeNull();
  read();
  expect(lines.problem).toBe("sent in more than 100000 pieces");
});

test("G15: each line has its own count of pieces", () => {
  const lines = new LineReader(8 * 1024 * 1024);
  const sizes: number[] = [];
  for (let line = 0; line < 3; line += 1) {
    for (let sent = 0; sent < 60_000; sent += 1) void [...lines.read(Buffer.from("a"))];
    for (const text of lines.read(Buffer.from("\n"))) sizes.push(text.length);
  }
  expect(sizes).toEqual([60_000, 60_000, 60_000]);
});
