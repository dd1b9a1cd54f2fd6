import { expect, test } from "vitest";
import { bounded, SaidTooMuch } from "./bounded.ts";

const mega = new Uint8Array(1024 * 1024);

/** What a server answers that sends so many megabytes, and whether it was told that nobody wants more. */
function answering(megabytes: number, status = 200) {
  let sent = 0;
  const state = { isCancelled: false };
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (sent === megabytes) return controller.close();
      sent += 1;
      controller.enqueue(mega);
    },
    cancel: () => void (state.isCancelled = true),
  });
  return { state, fetch: bounded(async () => new Response(body, { status })) };
}

test("G26: an error of a model server has an end, as its answer has, and it is told to stop", async () => {
  for (const [megabytes, status] of [
    [20, 500],
    [Infinity, 200],
  ] as const) {
    const { state, fetch } = answering(megabytes, status);
    const { body } = await fetch("http://model.test");
    const read = body?.pipeTo(new WritableStream());
    await expect(read).rejects.toThrow(SaidTooMuch);
    await expect.poll(() => state.isCancelled).toBe(true);
  }
});

test("G26: while a model says much at once, others have their turns", async () => {
  const { fetch } = answering(1);
  let turns = 0;
  let timer = setImmediate(function again() {
    turns += 1;
    timer = setImmediate(again);
  });
  const said = await (await fetch("http://model.test")).arrayBuffer();
  clearImmediate(timer);
  expect(said.byteLength).toBe(mega.length);
  expect(turns).toBeGreaterThan(200);
});
