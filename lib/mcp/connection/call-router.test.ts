import fc from "fast-check";
import { expect, test } from "vitest";
import { CallRouter } from "./call-router.ts";
import { currentCall, type InFlightCall } from "#lib/mcp/transport/in-flight-call.ts";

const newCall = (): InFlightCall => ({
  ask: () => Promise.reject(new Error("Not asked here.")),
  streamEnded: () => {},
  over: new AbortController().signal,
});

test("S4.20: a question on a call's own stream is that call's, whatever else is in flight", () => {
  const router = new CallRouter();
  const [a, b] = [newCall(), newCall()];
  router.begin(a);
  router.begin(b);
  expect(currentCall.run(b, () => router.find())).toBe(b);
  expect(router.needsOneAtATime).toBe(false);
});

test("S4.20: a question from elsewhere is the only call's, or nobody's", () => {
  const router = new CallRouter();
  const [a, b] = [newCall(), newCall()];
  expect(router.find()).toHaveProperty("problem");
  router.begin(a);
  expect(router.find()).toBe(a);
  expect(router.needsOneAtATime).toBe(true);
  router.begin(b);
  expect(router.find()).toHaveProperty("problem");
  router.end(a, true);
  expect(router.find()).toBe(b);
});

test("a question of a call that is over is nobody's", () => {
  const router = new CallRouter();
  const [a, b] = [newCall(), newCall()];
  router.begin(a);
  router.begin(b);
  router.end(a, true);
  expect(currentCall.run(a, () => router.find())).toEqual({
    problem: "The call that this question belongs to is over.",
  });
});

test("a call that was given up makes every later question from elsewhere doubtful", () => {
  const router = new CallRouter();
  router.expectOffStream();
  const [a, b] = [newCall(), newCall()];
  router.begin(a);
  router.end(a, false);
  expect(router.mustBeReplaced).toBe(true);
  router.begin(b);
  expect(router.find()).toHaveProperty("problem");
});

test("S4.20: in 2,000 random histories no question ever reaches another call", () => {
  const step = fc.record({
    act: fc.constantFrom("begin", "answer", "give up", "ask on stream", "ask elsewhere"),
    which: fc.nat(2),
  });
  let reached = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), (steps) => {
      const router = new CallRouter();
      const all = Array.from({ length: 3 }, newCall);
      const open = new Set<InFlightCall>();
      /** Calls that may still ask: in flight, or given up. */
      const mayAsk = new Set<InFlightCall>();
      for (const { act, which } of steps) {
        const call = all[which]!;
        if (act === "begin" && !mayAsk.has(call)) {
          router.begin(call);
          open.add(call);
          mayAsk.add(call);
        } else if ((act === "answer" || act === "give up") && open.delete(call)) {
          router.end(call, act === "answer");
          if (act === "answer") mayAsk.delete(call);
        } else if (act.startsWith("ask") && mayAsk.has(call)) {
          const found = act === "ask on stream" ? currentCall.run(call, () => router.find()) : router.find();
          if ("problem" in found) continue;
          reached += 1;
          expect(found).toBe(call);
          expect(open.has(found)).toBe(true);
        }
      }
    }),
    { numRuns: 2_000 },
  );
  expect(reached).toBeGreaterThan(500);
});
