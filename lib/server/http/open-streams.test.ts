import { expect, test } from "vitest";
import { mostStreams, mostStreamsPerPerson, OpenStreams } from "./open-streams.ts";

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
    expect(streams.fullFor("p1")).toBe(null);
    streams.counted("p1", endless().stream);
  }
  expect(streams.fullFor("p1")).toBe("person");
  expect(streams.fullFor("p2")).toBe(null);
});

test("G7: all people together have so many streams and no more, until one ends", async () => {
  const streams = new OpenStreams();
  const open = Array.from({ length: mostStreams }, (_, index) => {
    const personId = `p${Math.floor(index / mostStreamsPerPerson)}`;
    expect(streams.fullFor(personId)).toBe(null);
    return streams.counted(personId, endless().stream);
  });
  expect(streams.fullFor("somebody")).toBe("everybody");
  expect(streams.fullFor("p0")).toBe("person");
  await open[0]!.cancel();
  expect(streams.fullFor("somebody")).toBe(null);
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

test("B11: the streams of one person are cut off, read or unread, and nobody else's", async () => {
  const streams = new OpenStreams();
  const [mine, unread, other] = [endless(), endless(), endless()];
  const reader = streams.counted("p1", mine.stream).getReader();
  const silent = streams.counted("p1", unread.stream).getReader();
  const others = streams.counted("p2", other.stream).getReader();
  mine.controller().enqueue("a");
  expect(await reader.read()).toMatchObject({ value: "a" });
  const pending = reader.read();
  streams.close("p1");
  await expect(pending).rejects.toThrow("has changed");
  await expect(silent.read()).rejects.toThrow("has changed");
  expect([streams.count("p1"), streams.count("p2"), streams.people]).toEqual([0, 1, ["p2"]]);
  other.controller().enqueue("b");
  expect(await others.read()).toMatchObject({ value: "b" });
});

test("G14: programs with a person's keys hold at most 48 streams, and the person's pages keep the rest, also where more came at once", () => {
  const streams = new OpenStreams();
  const open = (keyId: string | null) => streams.counted("p1", endless().stream, { keyId });
  for (let count = 0; count < 48; count += 1) {
    expect(streams.fullFor("p1", "key")).toBe(null);
    open(`k${count % 3}`);
  }
  expect(streams.fullFor("p1", "key")).toBe("keys");
  // These were let in while the others opened.
  for (let count = 0; count < 30; count += 1) open("k1");
  for (let count = 48; count < mostStreamsPerPerson; count += 1) {
    expect(streams.fullFor("p1")).toBe(null);
    open(null);
  }
  expect(streams.fullFor("p1")).toBe("person");
});

test("B11: of a key that was limited to some tools the answers in chats are closed, and nothing else", () => {
  const streams = new OpenStreams();
  for (const of of ["chat", "client"] as const) {
    for (const keyId of ["k1", "k2"]) streams.counted("p1", endless().stream, { keyId, of });
  }
  streams.counted("p1", endless().stream);
  streams.closeOfKey("k1", "chat");
  expect(streams.count("p1")).toBe(4);
  expect([streams.keys("chat"), streams.keys()]).toEqual([["k2"], ["k2", "k1"]]);
  streams.closeOfKey("k1");
  expect(streams.count("p1")).toBe(3);
});
