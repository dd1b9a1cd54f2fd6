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

test.each<[string, string, number]>([
  ["an event", "event: message\nid: 1\ndata: {}\ndata:\n\n", 1],
  ["names alone", "event\nid\ndata\n\n", 1],
  ["comments and an event", ": open\n:\n\ndata: x: y\n\n", 2],
  ["lines that are no field", "x: y\ndat\ndatas: 1\nevent : 1\nretry: soon\n data: 1\ndata: 1\n\n", 7],
])("G15: of %s each event is counted, and each line that is no field of one", (_, text, ends) => {
  const bytes = new TextEncoder().encode(text);
  for (const size of [1, 3, 7, bytes.length]) {
    const meter = new MessageMeter(1_000);
    let counted = 0;
    for (let at = 0; at < bytes.length; at += size) {
      const piece = bytes.subarray(at, at + size);
      for (let read = meter.readEvent(piece, 0); read !== -1; read = meter.readEvent(piece, read)) counted += 1;
    }
    expect([size, counted]).toEqual([size, ends]);
  }
});

test("E12: lines that are no field do not hide how large an event is", () => {
  const meter = new MessageMeter(1_000);
  const piece = new TextEncoder().encode(`data: ${"y".repeat(90)}\nx: y\n`.repeat(20));
  for (let read = 0; read !== -1 && meter.problem === null;) read = meter.readEvent(piece, read);
  expect(meter.problem).toContain("larger than");
});

test("G15: every value is told once, in whatever pieces its messages arrive", () => {
  const bytes = new TextEncoder().encode(`data: ${JSON.stringify(one)}\n\n`.repeat(3));
  for (const size of [1, 7, bytes.length]) {
    const meter = new MessageMeter(1_000);
    let told = 0;
    for (let at = 0; at < bytes.length; at += size) {
      const piece = bytes.subarray(at, at + size);
      for (let read = 0; read !== -1;) read = meter.readEvent(piece, read);
      told += meter.takeValues();
    }
    expect([told, meter.takeValues()]).toEqual([3 * 17, 0]);
  }
});
