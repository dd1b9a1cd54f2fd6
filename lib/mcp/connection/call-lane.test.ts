import { expect, test } from "vitest";
import { CallLane } from "./call-lane.ts";

const never = new AbortController().signal;
const alone = () => true;
const together = () => false;

/** Enters and notes it; resolves to the function that leaves. */
function visitor(lane: CallLane, inside: string[]) {
  return async (name: string, oneAtATime: () => boolean, signal = never) => {
    const leave = await lane.enter(oneAtATime, signal);
    inside.push(name);
    return () => {
      inside.splice(inside.indexOf(name), 1);
      leave();
    };
  };
}

test("calls that cannot be confused run side by side", async () => {
  const inside: string[] = [];
  const enter = visitor(new CallLane(), inside);
  await Promise.all([enter("a", together), enter("b", together)]);
  expect(inside).toEqual(["a", "b"]);
});

test("calls that could be confused run one at a time, in the order in which they came", async () => {
  const inside: string[] = [];
  const enter = visitor(new CallLane(), inside);
  const [a, b, c] = ["a", "b", "c"].map((name) => enter(name, alone));
  const leaveA = await a!;
  expect(inside).toEqual(["a"]);
  leaveA();
  const leaveB = await b!;
  expect(inside).toEqual(["b"]);
  leaveB();
  leaveB();
  await c!;
  expect(inside).toEqual(["c"]);
});

test("a call that must be alone waits for those before it, and those behind it wait for it", async () => {
  const inside: string[] = [];
  const enter = visitor(new CallLane(), inside);
  const leaveFirst = await enter("first", together);
  const second = enter("second", alone);
  const third = enter("third", together);
  await Promise.resolve();
  expect(inside).toEqual(["first"]);
  leaveFirst();
  const leaveSecond = await second;
  expect(inside).toEqual(["second"]);
  leaveSecond();
  await third;
  expect(inside).toEqual(["third"]);
});

test("whether it must be alone is decided when the turn comes", async () => {
  const inside: string[] = [];
  const enter = visitor(new CallLane(), inside);
  let mustBeAlone = true;
  const leaveFirst = await enter("first", () => mustBeAlone);
  const waiting = [enter("second", () => mustBeAlone), enter("third", () => mustBeAlone)];
  mustBeAlone = false;
  leaveFirst();
  await Promise.all(waiting);
  expect(inside).toEqual(["second", "third"]);
});

test("a call that gives up waiting holds up nobody", async () => {
  const inside: string[] = [];
  const enter = visitor(new CallLane(), inside);
  const leaveFirst = await enter("first", together);
  const stop = new AbortController();
  const impatient = enter("impatient", alone, stop.signal);
  const third = enter("third", together);
  stop.abort(new Error("stopped"));
  await expect(impatient).rejects.toThrow("stopped");
  await third;
  expect(inside).toEqual(["first", "third"]);
  leaveFirst();
});
