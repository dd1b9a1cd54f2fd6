import { expect, test } from "vitest";
import { MessageMeter } from "./message-meter.ts";

const one = { jsonrpc: "2.0", method: "x", params: { a: [1, [2, 3], {}], b: '],{"\\"[,' } };

test.each<[string, string, number]>([
  ["one message", JSON.stringify(one), 0],
  ["a batch of one", JSON.stringify([one]), 0],
  ["a batch of three", JSON.stringify([one, one, one]), 2],
  ["a batch of three after a byte order mark and spaces", `\uFEFF \n[ ${JSON.stringify(one)}, {}\n,{} ]`, 2],
])("G15: of %s the further messages are counted, however it arrives in pieces", (_, text, further) => {
  const bytes = new TextEncoder().encode(text);
  for (const size of [1, 3, 7, bytes.length]) {
    const meter = new MessageMeter(1_000);
    let counted = 0;
    for (let at = 0; at < bytes.length; at += size) counted += meter.readAnswer(bytes.subarray(at, at + size));
    expect(counted).toBe(further);
    expect(meter.problem).toBeNull();
  }
});
