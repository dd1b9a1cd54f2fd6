import { setImmediate as immediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, until } from "#e2e/support/gate-world.ts";
import { readAsItComes } from "#e2e/support/read-as-it-comes.ts";
import { watchRun } from "./watch-run.ts";

test("a watcher who comes while a run is taken over sees it end, at whatever moment they came", async () => {
  const world = await gateWorld({ tools: [fakeTool("wipe")] });
  // In memory every statement takes a turn of the microtask queue; over a connection it takes some of the event loop.
  const isInMemory = world.store.dialect === "sqlite";
  for (let moment = 0; moment < (isInMemory ? 400 : 60); moment += isInMemory ? 4 : 3) {
    const chat = await world.begin({ calls: [{ name: "wipe" }] });
    await world.crash();
    const answering = world.answer(chat, "accept");
    for (let turn = 0; turn < moment; turn += 1) await (isInMemory ? null : immediate());
    const stream = await watchRun(world.process.agent, { personId: world.person.id, chatId: chat });
    await answering;
    await world.idle(chat);
    // The stream of a run that is over ends too.
    if (stream) await until(readAsItComes(stream).isEnded, `the stream of who came after ${moment} turns to end`);
    expect(await watchRun(world.process.agent, { personId: world.person.id, chatId: chat })).toBeNull();
  }
});
