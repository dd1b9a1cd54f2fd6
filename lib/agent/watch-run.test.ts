import { setImmediate as immediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld } from "#e2e/support/gate-world.ts";
import { watchRun } from "./watch-run.ts";

test("whoever begins to watch while a run is taken over sees it end, at whatever moment they came", async () => {
  const world = await gateWorld({ tools: [fakeTool("wipe")] });
  // In memory every statement takes a turn of the microtask queue, over a connection some of the event loop.
  const isInMemory = world.store.dialect === "sqlite";
  for (let moment = 0; moment < (isInMemory ? 400 : 60); moment += isInMemory ? 4 : 3) {
    const chat = await world.begin({ calls: [{ name: "wipe" }] });
    await world.crash();
    const answering = world.answer(chat, "accept");
    for (let turn = 0; turn < moment; turn += 1) await (isInMemory ? null : immediate());
    const stream = await watchRun(world.process.agent, { personId: world.person.id, chatId: chat });
    await answering;
    await world.idle(chat);
    expect(await isEnded(stream ?? null), `came after ${moment} turns`).toBe(true);
  }
});

/** Whether a stream of a run that is over ends too. */
async function isEnded(stream: ReadableStream<unknown> | null): Promise<boolean> {
  const reader = stream?.getReader();
  for (let done = reader === undefined; !done;) {
    const next = await Promise.race([reader?.read(), immediate(null)]);
    if (next === null) return false;
    done = next?.done ?? true;
  }
  return true;
}
