import { expect, test } from "vitest";
import { LineFeeds } from "./line-feeds.ts";

test("M126: lines end with a line feed, however they ended and in whatever pieces they came", () => {
  const bytes = new TextEncoder().encode("a\r\nb\rc\n\r\n\r\rd\n\ne\r");
  for (const size of [1, 2, 3, 5, bytes.length]) {
    const lines = new LineFeeds();
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < bytes.length; at += size) pieces.push(lines.in(bytes.subarray(at, at + size)));
    expect(Buffer.concat(pieces).toString()).toBe("a\nb\nc\n\n\n\nd\n\ne\n");
  }
});
