import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openEventSource } from "./open-event-source.ts";

class FakeEventSource extends EventTarget {
  static made: FakeEventSource[] = [];
  isClosed = false;

  constructor() {
    super();
    FakeEventSource.made.push(this);
  }

  say(type: string, data = "{}"): void {
    this.dispatchEvent(new MessageEvent(type, { data }));
  }

  close(): void {
    this.isClosed = true;
  }
}

let told: string[];
const latest = () => FakeEventSource.made.at(-1)!;
const open = () =>
  openEventSource(
    (event) => told.push(event.type),
    () => told.push("open"),
    () => told.push("lost"),
  );

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", FakeEventSource);
  FakeEventSource.made = [];
  told = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("events are passed on, and a connection that breaks is told and made again at once", async () => {
  const source = open();
  latest().say("open");
  latest().say("message", '{"type":"chats"}');
  latest().say("error");
  expect(FakeEventSource.made).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(300);
  expect(FakeEventSource.made).toHaveLength(2);
  latest().say("open");
  expect(told).toEqual(["open", "chats", "lost", "open"]);
  source.close();
});

test("a server that stays away is asked less and less often", async () => {
  const source = open();
  const asked = async (ms: number) => {
    const before = FakeEventSource.made.length;
    for (let at = 0; at < ms; at += 50) {
      if (!latest().isClosed) latest().say("error");
      await vi.advanceTimersByTimeAsync(50);
    }
    return FakeEventSource.made.length - before;
  };
  expect(await asked(10_000)).toBeLessThan(8);
  expect(await asked(50_000)).toBeLessThan(12);
  expect(FakeEventSource.made.filter(({ isClosed }) => !isClosed).length).toBeLessThan(2);
  source.close();
});

test("a connection that is silent for three keep-alives is given up, one that says that it is alive is not", async () => {
  const source = open();
  latest().say("open");
  for (let alive = 0; alive < 10; alive += 1) {
    await vi.advanceTimersByTimeAsync(15_000);
    latest().say("alive");
  }
  expect(FakeEventSource.made).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(46_000);
  expect(FakeEventSource.made[0]?.isClosed).toBe(true);
  expect(FakeEventSource.made).toHaveLength(2);
  expect(told).toEqual(["open", "lost"]);
  source.close();
});

test("a connection that was closed is not made again", async () => {
  const source = open();
  latest().say("error");
  source.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeEventSource.made).toHaveLength(1);
});
