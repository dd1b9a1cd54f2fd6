import { afterEach, expect, test, vi } from "vitest";
import { CallLanes } from "./call-lanes.ts";
import type { Connection } from "./connection.ts";
import type { Lane } from "./lane.ts";

afterEach(() => {
  vi.useRealTimers();
});

const never = new AbortController().signal;

type Made = Lane & { name: string; doubt: () => void };

/** Connections that only have a name. */
function lane(name: string): Made {
  let isDoubtful = false;
  const router = {
    get isDoubtful() {
      return isDoubtful;
    },
  };
  // No more of a lane is looked at here.
  const made = { connection: { router } as unknown as Connection, name, doubt: () => (isDoubtful = true) };
  return made as unknown as Made;
}

function lanesOf({ asks = true, opens = true } = {}) {
  const retired: string[] = [];
  const known = new Map<Connection, string>();
  let opened = 0;
  const make = (name: string) => {
    const made = lane(name);
    known.set(made.connection, name);
    return made;
  };
  const state = { asks, opens };
  const lanes = new CallLanes({
    asks: () => state.asks,
    open: async () => {
      if (!state.opens) throw new Error("It cannot run twice.");
      return make(`further ${(opened += 1)}`);
    },
    retire: (connection) => void retired.push(known.get(connection) ?? "?"),
  });
  const first = make("first");
  lanes.lead(first);
  const enter = async (personId: string, { mayAsk = true, signal = never, waits = () => {} } = {}) => {
    const place = await lanes.enter({ personId, mayAsk }, signal, waits);
    if ("problem" in place) throw new Error(place.problem);
    return { ...place, name: known.get(place.lane.connection), doubt: (place.lane as Made).doubt };
  };
  return { lanes, first, enter, retired, state, opened: () => opened };
}

test("S4.21: all calls share the first connection while the server was never seen to ask", async () => {
  const { enter, opened } = lanesOf({ asks: false });
  const places = await Promise.all(["a", "b", "a"].map((person) => enter(person)));
  expect(places.map(({ name }) => name)).toEqual(["first", "first", "first"]);
  expect(opened()).toBe(0);
});

test("S4.21: a person comes back to their own connection, and no other person gets it", async () => {
  const { enter } = lanesOf();
  const a = await enter("a");
  const b = await enter("b");
  expect([a.name, b.name]).toEqual(["first", "further 1"]);
  for (const { leave } of [a, b]) leave();
  const again = await Promise.all([enter("b"), enter("a"), enter("c")]);
  expect(again.map(({ name }) => name)).toEqual(["further 1", "first", "further 2"]);
});

test("S4.21: what several people used before the server asked is nobody's", async () => {
  const { enter, state } = lanesOf({ asks: false });
  for (const { leave } of await Promise.all([enter("a"), enter("b")])) leave();
  state.asks = true;
  expect((await enter("a")).name).toBe("further 1");
});

test("S4.21: a connection that rests makes room for somebody else, and its state is gone with it", async () => {
  const { enter, retired } = lanesOf();
  const held = [];
  for (const person of ["a", "b", "c", "d", "e", "f"]) held.push(await enter(person));
  held[2]?.leave();
  expect((await enter("g")).name).toBe("further 6");
  expect(retired).toEqual(["further 2"]);
});

test("S4.21: one person gets so many and waits; everybody else gets one all the same, up to an end", async () => {
  const { enter, opened } = lanesOf();
  for (let at = 0; at < 6; at += 1) await enter("greedy");
  let told = 0;
  const waiting = enter("greedy", { waits: () => (told += 1) });
  for (let at = 0; at < 15; at += 1) await enter(`person ${at}`);
  expect(opened()).toBe(20);
  const late = enter("too many", { waits: () => (told += 1) });
  await Promise.resolve();
  expect(told).toBe(2);
  void waiting.catch(() => {});
  void late.catch(() => {});
});

test("S4.21: first come, first served, and whoever gives up holds up nobody", async () => {
  const { enter, lanes } = lanesOf({ opens: false });
  const first = await enter("a");
  const order: string[] = [];
  const stop = new AbortController();
  const b = enter("b", { signal: stop.signal });
  const c = enter("c").then((place) => (order.push("c"), place));
  const d = enter("d").then((place) => (order.push("d"), place));
  await new Promise(setImmediate);
  stop.abort(new Error("stopped"));
  await expect(b).rejects.toThrow("stopped");
  first.leave();
  first.leave();
  const { leave } = await c;
  expect(order).toEqual(["c"]);
  leave();
  await d;
  expect(order).toEqual(["c", "d"]);
  const last = enter("e");
  lanes.refuse("It is down.");
  await expect(last).rejects.toThrow("It is down.");
});

test("S4.20: where a call that was given up may still ask, no call that may ask is sent", async () => {
  const { enter } = lanesOf();
  const a = await enter("a");
  a.doubt();
  a.leave();
  expect((await enter("a")).name).toBe("further 1");
  expect((await enter("a", { mayAsk: false })).name).toBe("first");
});

test("S4.21: a connection that was lost is not used again", async () => {
  const { enter, lanes, first } = lanesOf();
  expect(lanes.drop(first.connection)).toBe(true);
  expect(lanes.drop(first.connection)).toBe(false);
  expect((await enter("a")).name).toBe("further 1");
});

test("S4.21: connections beside the first end when they rested for long, and with the server", async () => {
  vi.useFakeTimers();
  const { enter, retired, lanes } = lanesOf();
  const held = [await enter("a"), await enter("b"), await enter("c")];
  held[1]?.leave();
  vi.advanceTimersByTime(31 * 60_000);
  expect(retired).toEqual(["further 1"]);
  lanes.close();
  expect(retired).toEqual(["further 1", "further 2"]);
});
