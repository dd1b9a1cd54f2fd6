import { expect, test } from "vitest";
import { LineReader, type Unread } from "./line-reader.ts";

const maxBytes = 1024 * 1024;
const long = "x".repeat(maxBytes + 1);
/** The lines of a text that arrives in pieces of this size. */
const linesOf = (text: string, size: number) => {
  const lines = new LineReader(maxBytes);
  const bytes = Buffer.from(text);
  const read: (string | Unread)[] = [];
  for (let at = 0; at < bytes.length; at += size) read.push(...lines.read(bytes.subarray(at, at + size)));
  return read;
};
const tooLarge = (was: Unread["was"]) => ({ problem: "larger than 1 MB", was });

test("G15: a line that comes in very many pieces is not kept, for each piece costs more than it holds", () => {
  const lines = new LineReader(maxBytes);
  for (let sent = 0; sent <= 100_000; sent += 1) void [...lines.read(Buffer.from("a"))];
  expect([...lines.read(Buffer.from("\n"))]).toEqual([{ problem: "sent in more than 100000 pieces", was: null }]);
});

test.each([64 * 1024, 1_000, 13])(
  "E12: of a line that is too large only what it answers is known, and the lines around it are read, %s bytes at a time",
  (size) => {
    const quoted = JSON.stringify({ id: 8, method: "x", text: `"},"id":9,"method":"${long}` });
    const odd = [
      `{"jsonrpc":"2.0","id":7,"result":${quoted}}`,
      `{"result":{"deep":[${quoted},{"id":1}]},"jsonrpc":"2.0","id":"seven"}`,
      `{"method":"ask","params":[${quoted}],"id":3}`,
      `{"method":"notifications/message","params":${quoted}}`,
      `{"id":7,"${long}":1}`,
      long,
    ];
    expect(linesOf(["first", ...odd, "last", ""].join("\n"), size)).toEqual([
      "first",
      tooLarge({ id: 7, isAnswer: true }),
      tooLarge({ id: "seven", isAnswer: true }),
      tooLarge({ id: 3, isAnswer: false }),
      tooLarge({ id: null, isAnswer: false }),
      tooLarge(null),
      tooLarge(null),
      "last",
    ]);
  },
);

test("E12: a line without an end is given up", () => {
  const lines = new LineReader(maxBytes);
  const chunk = Buffer.alloc(1024 * 1024, "a");
  for (let read = 0; read < 32; read += 1) void [...lines.read(chunk)];
  expect(lines.problem).toBeNull();
  void [...lines.read(chunk)];
  expect(lines.problem).toBe("larger than 32 MB");
});

test("G15: each line has its own count of pieces", () => {
  const lines = new LineReader(8 * 1024 * 1024);
  const sizes: number[] = [];
  for (let line = 0; line < 3; line += 1) {
    for (let sent = 0; sent < 60_000; sent += 1) void [...lines.read(Buffer.from("a"))];
    for (const text of lines.read(Buffer.from("\n"))) sizes.push(String(text).length);
  }
  expect(sizes).toEqual([60_000, 60_000, 60_000]);
});
