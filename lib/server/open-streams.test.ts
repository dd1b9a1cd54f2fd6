import { expect, test } from "vitest";
import { mostStreamsPerPerson, OpenStreams } from "./open-streams.ts";

function endless(): { stream: ReadableStream<string>; controller: () => ReadableStreamDefaultController<string> } {
  let own: ReadableStreamDefaultController<string> | null = null;
  const stream = new ReadableStream<string>({
    start: (controller) => {
      own = controller;
    },
  });
  return { stream, controller: () => own! };
}

test("G7: a person has so many streams and no more, and another person as many", () => {
  const streams = new OpenStreams();
  for (let count = 0; count < mostStreamsPerPerson; count += 1) {
    expect(streams.isFull("p1")).toBe(false);
    streams.counted("p1", endless().stream);
  }
  expect(streams.isFull("p1")).toBe(true);
  expect(streams.isFull("p2")).toBe(false);
});

test("a stream counts until it ends, fails or is cancelled, and passes everything on", async () => {
  const streams = new OpenStreams();
  const [ends, fails, cancelled] = [endless(), endless(), endless()];
  const [first, second, third] = [ends, fails, cancelled].map(({ stream }) => streams.counted("p1", stream));
  expect(streams.count("p1")).toBe(3);
  ends.controller().enqueue("a");
  ends.controller().close();
  const read = first!.getReader();
  expect([await read.read(), await read.read()]).toMatchObject([{ value: "a" }, { done: true }]);
  expect(streams.count("p1")).toBe(2);
  fails.controller().error(new Error("gone"));
  await expect(second!.getReader().read()).rejects.toThrow("gone");
  expect(streams.count("p1")).toBe(1);
  await third!.cancel();
  expect(streams.count("p1")).toBe(0);
});
