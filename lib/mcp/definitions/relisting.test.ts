import { expect, test } from "vitest";
import { Relisting } from "./relisting.ts";

/** A clock that a test moves, and a list that counts its readings. */
function rig() {
  const waits: number[] = [];
  let time = 0;
  let readings = 0;
  let during = () => {};
  const clock = {
    now: () => time,
    wait: async (ms: number) => {
      waits.push(ms);
      during();
      time += ms;
    },
  };
  const read = async () => {
    readings += 1;
    return "go on" as const;
  };
  const relisting = new Relisting(read, clock);
  const settle = () => new Promise(setImmediate);
  return {
    relisting,
    waits,
    settle,
    readings: () => readings,
    pass: (ms: number) => (time += ms),
    whileWaiting: (work: () => void) => (during = work),
  };
}

test("G15: a thousand announcements at once are one reading more", async () => {
  const { relisting, readings, settle } = rig();
  for (let count = 0; count < 1_000; count += 1) relisting.announced();
  expect(readings()).toBe(0);
  relisting.begin();
  for (let count = 0; count < 1_000; count += 1) relisting.announced();
  await settle();
  expect(readings()).toBe(2);
});

test("G15: a list that is announced over and over is read more and more seldom, up to twice a minute", async () => {
  const { relisting, readings, waits, settle, whileWaiting } = rig();
  whileWaiting(() => waits.length < 8 && relisting.announced());
  relisting.begin();
  relisting.announced();
  await settle();
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  expect(readings()).toBe(8);
});

test("G15: announcing just after each pause does not get round it; a server that was calm is heard at once", async () => {
  const { relisting, waits, settle, pass } = rig();
  relisting.begin();
  for (let count = 0; count < 4; count += 1) {
    relisting.announced();
    await settle();
    pass(10);
  }
  pass(10_000);
  relisting.announced();
  await settle();
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 500]);
});
