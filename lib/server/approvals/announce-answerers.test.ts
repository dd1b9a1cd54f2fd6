import { expect, onTestFinished, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, until, type GateWorld } from "#e2e/support/gate-world.ts";
import { SignalBus } from "#e2e/support/signal-bus.ts";
import { addPeople, giveRole, team } from "#e2e/support/team.ts";
import { signalsOn } from "#e2e/support/test-signals.ts";
import { announceChats } from "#lib/server/chats/announce-chats.ts";
import { AppEventHub } from "#lib/server/chats/app-event-hub.ts";
import { logger } from "#lib/server/observe/log.ts";

const log = logger("silent", () => {});
const watching = ["p1", "p2", ...Object.keys(team)];

/** A process on whose events everybody listens, and who heard what. */
function listening(world: GateWorld, bus: SignalBus) {
  const changes = new AppEventHub();
  const database = { ...world.store, signals: signalsOn(bus) };
  const { announce, close } = announceChats({ database, changes, log });
  onTestFinished(close);
  const heard: string[] = [];
  for (const id of watching) changes.listen(({ event }) => heard.push(`${id} ${event.type}`), id);
  return { announce, heard };
}

async function asked(who: "self" | "other") {
  const world = await gateWorld({ tools: [fakeTool("pay", { flag: "always", who: { kind: who } })] });
  await addPeople(world.store);
  await giveRole(world.store, world.stranger, "member");
  const chat = await world.begin([{ calls: [{ name: "pay", args: {} }] }, { text: "done" }]);
  return { world, chat };
}

const last = (heard: string[]) => () => heard.includes("p1 chats");

test("row 9, B8: of what others may answer, they hear on every process; nobody else does, and of no chat", async () => {
  const { world, chat } = await asked("other");
  const bus = new SignalBus();
  const [here, there] = [listening(world, bus), listening(world, bus)];
  here.announce({ personId: "p1", chatId: chat, version: 7 });
  for (const { heard } of [here, there]) {
    await until(last(heard), "the change to be told");
    expect(heard.toSorted()).toEqual(["ana approvals", "ben approvals", "p1 chat", "p1 chats"]);
  }
  await world.settle(chat, "accept", { person: team.ana });
  here.heard.length = 0;
  here.announce({ personId: "p1", chatId: chat, version: 8 });
  await until(last(here.heard), "the answer to be told");
  expect(here.heard).toContain("ben approvals");
});

test("row 9: what a person asks for themselves, nobody else hears of", async () => {
  const { world, chat } = await asked("self");
  const { announce, heard } = listening(world, new SignalBus());
  announce({ personId: "p1", chatId: chat, version: 7 });
  await until(last(heard), "the change to be told");
  expect(heard).toEqual(["p1 chat", "p1 chats"]);
});
