import fc from "fast-check";
import { expect, test } from "vitest";
import { CallRouter } from "./call-router.ts";
import { Manners } from "./manners.ts";
import { currentCall, type InFlightCall } from "#lib/mcp/transport/in-flight-call.ts";

const newCall = (requestId = 0): InFlightCall => ({
  tool: "tool",
  requestId,
  ask: () => Promise.reject(new Error("Not asked here.")),
  streamEnded: () => {},
  over: new AbortController().signal,
});

test("S4.20: a question on a call's own stream is that call's, whatever else is in flight", () => {
  const manners = new Manners();
  const router = new CallRouter(manners);
  const [a, b] = [newCall(), newCall()];
  router.begin(a);
  router.begin(b);
  expect(currentCall.run(b, () => router.find())).toBe(b);
  expect(manners.asks).toBe(false);
});

test("S4.20: a question from elsewhere is the only call's, or nobody's", () => {
  const manners = new Manners();
  const router = new CallRouter(manners);
  const [a, b] = [newCall(), newCall()];
  expect(router.find()).toHaveProperty("problem");
  router.begin(a);
  expect(router.find()).toBe(a);
  expect(manners.asksIn("tool")).toBe(true);
  router.begin(b);
  expect(router.find()).toHaveProperty("problem");
  router.end(a, true);
  expect(router.find()).toBe(b);
});

test("a question of a call that is over is nobody's", () => {
  const router = new CallRouter(new Manners());
  const [a, b] = [newCall(), newCall()];
  router.begin(a);
  router.begin(b);
  router.end(a, true);
  expect(currentCall.run(a, () => router.find())).toEqual({
    problem: "The call that this question belongs to is over.",
  });
});

test("S4.20: a call that was given up makes every later question from elsewhere doubtful, until the server answers it", () => {
  const router = new CallRouter(new Manners());
  const [a, b] = [newCall(1), newCall(2)];
  router.begin(a);
  router.end(a, false);
  expect(router.isDoubtful).toBe(true);
  router.begin(b);
  expect(router.find()).toHaveProperty("problem");
  router.answered(1);
  expect(router.isDoubtful).toBe(false);
  expect(router.find()).toBe(b);
});

test("S4.20: in 2,000 random histories no question ever reaches another call", () => {
  const step = fc.record({
    act: fc.constantFrom("begin", "answer", "give up", "answer late", "ask on stream", "ask elsewhere"),
    which: fc.nat(2),
  });
  let reached = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), (steps) => {
      const router = new CallRouter(new Manners());
      const all = Array.from({ length: 3 }, (_, id) => newCall(id));
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
        } else if (act === "answer late" && mayAsk.has(call) && !open.has(call)) {
          router.answered(which);
          mayAsk.delete(call);
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
