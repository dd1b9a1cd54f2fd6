import fc from "fast-check";
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
    isPersonal: () => false,
    asks: () => state.asks,
    open: async () => {
      if (!state.opens) throw new Error("It cannot run twice.");
      return make(`further ${(opened += 1)}`);
    },
    retire: (connection) => void retired.push(known.get(connection) ?? "?"),
  });
  const first = make("first");
  lanes.lead(first);
  const enter = async (personId: string, { mayAsk = true, signal = never, waits = () => {}, reader = "" } = {}) => {
    const place = await lanes.enter({ personId, mayAsk, reader }, signal, waits);
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

test("S4.21: one who reads much waits, and every other reader gets a connection, also after others left", async () => {
  const { enter, opened } = lanesOf();
  const turn = () => new Promise(setImmediate);
  const greedy: { name: string | undefined; leave: () => void }[] = [];
  for (let at = 0; at < 40; at += 1) void enter("", { reader: "greedy" }).then((place) => greedy.push(place));
  await turn();
  expect(opened()).toBe(5);
  for (let round = 0; round < 3; round += 1) {
    const others: { leave: () => void }[] = [];
    for (let at = 0; at < 15; at += 1) void enter("", { reader: `reader ${at}` }).then((place) => others.push(place));
    await turn();
    expect(others).toHaveLength(15);
    for (const { leave } of others) leave();
    await turn();
    expect(greedy).toHaveLength(6);
  }
  for (let at = 0; at < 34; at += 1) {
    greedy[at]?.leave();
    await turn();
  }
  expect(greedy).toHaveLength(40);
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
  lanes.refuse({ problem: "It is down." });
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

test("S4.21: where no further connection could be opened, the first serves everybody in turn, and another is tried later", async () => {
  vi.useFakeTimers();
  const { enter, state, opened } = lanesOf({ opens: false });
  const a = await enter("a");
  const b = enter("b");
  await vi.advanceTimersByTimeAsync(1_000);
  a.leave();
  expect((await b).name).toBe("first");
  state.opens = true;
  const c = enter("c");
  expect(opened()).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await c).name).toBe("further 1");
});

test("S4.20, S4.21: in 500 random histories a connection has one call and one person, and nobody is forgotten", async () => {
  const step = fc.record({
    act: fc.constantFrom("enter", "enter", "enter", "leave", "leave", "stop", "doubt", "lose", "fail"),
    which: fc.nat(20),
    mayAsk: fc.boolean(),
  });
  let waited = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 120 }), async (steps) => {
      const { enter, lanes, state } = lanesOf();
      const inside = new Map<string, { leave: () => void; doubt: () => void; connection: Connection }>();
      const people = new Map<string, string>();
      const stops: AbortController[] = [];
      const calls: Promise<unknown>[] = [];
      let reached = 0;
      for (const [at, { act, which, mayAsk }] of steps.entries()) {
        const held = [...inside.entries()][which % Math.max(1, inside.size)];
        if (act === "enter") {
          const stop = new AbortController();
          const personId = `person ${which % 8}`;
          stops.push(stop);
          const place = enter(personId, { mayAsk, signal: stop.signal, waits: () => (waited += 1) }).then(
            ({ name = "?", leave, doubt, lane: { connection } }) => {
              reached += 1;
              expect(inside.has(name)).toBe(false);
              if (name !== "first") expect(people.get(name) ?? personId).toBe(personId);
              people.set(name, personId);
              inside.set(name, { leave: () => (inside.delete(name), leave()), doubt, connection });
            },
            () => (reached += 1),
          );
          calls.push(place);
        } else if (act === "leave") held?.[1].leave();
        else if (act === "doubt") held?.[1].doubt();
        else if (act === "stop") stops[which]?.abort();
        else if (act === "fail") state.opens = at % 2 === 0;
        else if (held !== undefined && held[0] !== "first") lanes.drop(held[1].connection);
        await new Promise(setImmediate);
        expect(inside.size).toBeLessThanOrEqual(21);
      }
      // Everybody leaves, one after the other: whoever still waits gets in.
      for (let round = 0; reached < calls.length && round < 200; round += 1) {
        for (const { leave } of inside.values()) leave();
        await new Promise(setImmediate);
      }
      expect(reached).toBe(calls.length);
      await Promise.all(calls);
    }),
    { numRuns: 500 },
  );
  expect(waited).toBeGreaterThan(1_000);
});
