import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, until, type GateWorld } from "#e2e/support/gate-world.ts";
import { sessionOf } from "#e2e/support/session-of.ts";
import { startTurn } from "#lib/agent/runs/start-turn.ts";
import { stopRuns } from "#lib/agent/runs/stop-runs.ts";
import { insertKey, revokeKey } from "#lib/store/people/keys.ts";
import { runsBegunByEndedKeys } from "#lib/store/runs/gateway-calls.ts";
import { narrowKey } from "#lib/store/runs/narrow-key.ts";

const call = { calls: [{ name: "pay", args: { amount: 1 } }] };
const lifetimeMs = 1_000;

async function worldWithKeys() {
  const tool = fakeTool("pay");
  const world = await gateWorld({ tools: [tool] });
  const { person, store } = world;
  const keyOf = async (id: string) => {
    const scopes = ["tools:call" as const];
    const tokenHash = await sessionOf(store, person.id);
    await insertKey(store, { id, personId: person.id, tokenHash, name: id, keyHash: id, scopes, lifetimeMs });
    return id;
  };
  return { world, tool, keyOf };
}

function post({ process, person }: GateWorld, chatId: string, text: string, keyId: string) {
  return startTurn(process.agent, { personId: person.id, chatId, message: { id: `m-${text}`, text }, keyId });
}

const revoke = ({ store }: GateWorld, id: string) => revokeKey(store, { id, ownedBy: null, by: "p1" });
const endings = {
  revoked: revoke,
  expired: (world: GateWorld) => world.advance(lifetimeMs),
  limited: ({ store }: GateWorld, id: string) => narrowKey(store, { id, ownedBy: null, by: "p1", tools: ["pay"] }),
};

test.each(["revoked", "expired", "limited"] as const)(
  "B11: an accept starts no call that a key asked for in a chat once that key is %s; without that it does",
  async (how) => {
    const { world, tool, keyOf } = await worldWithKeys();
    const [lost, kept] = [randomUUID(), randomUUID()];
    for (const chat of [lost, kept]) {
      world.tell(chat, [call, { text: "Done." }]);
      await post(world, chat, chat, await keyOf(chat));
      await world.idle(chat);
    }
    if (how === "expired") await world.settle(kept, "accept");
    await endings[how](world, lost);
    await world.settle(lost, "accept");
    expect((await world.calls(lost)).map(({ state }) => state)).toEqual(["refused"]);
    expect((await world.calls(lost))[0]?.result_json).toContain("The key by which this was asked has ended");
    if (how !== "expired") await world.settle(kept, "accept");
    expect((await world.calls(kept)).map(({ state }) => state)).toEqual(["done"]);
    expect(tool.ran).toHaveLength(1);
  },
);

test("B11: the runs of a key that has ended are found and end with their cards, and none of the person or of another key", async () => {
  const { world, keyOf } = await worldWithKeys();
  const chats = { ended: randomUUID(), other: randomUUID(), own: await world.begin(call) };
  for (const chat of [chats.ended, chats.other]) {
    world.tell(chat, [call]);
    await post(world, chat, chat, await keyOf(chat));
    await world.idle(chat);
  }
  expect(await runsBegunByEndedKeys(world.store, 0)).toEqual([]);
  await revoke(world, chats.ended);
  const [run] = await world.runs(chats.ended);
  const found = await runsBegunByEndedKeys(world.store, 0);
  expect(found).toEqual([run?.id]);
  await stopRuns(world.process.agent, found, "key-ended");
  expect((await world.runs(chats.ended)).map(({ status }) => status)).toEqual(["stopped"]);
  const [card] = await world.approvals(chats.ended);
  expect(card?.status).toBe("cancelled");
  for (const chat of [chats.other, chats.own]) expect(await world.open(chat)).toHaveLength(1);
  expect(await runsBegunByEndedKeys(world.store, 0)).toEqual([]);
});

test("B11: what a key queued is dropped once it has ended; what others queued is sent", async () => {
  const { world, keyOf } = await worldWithKeys();
  const chat = randomUUID();
  const hold = Promise.withResolvers<void>();
  world.tell("first", [{ text: "One", hold: hold.promise }]);
  world.tell("own", [{ text: "Own" }]);
  world.tell("of other", [{ text: "Other" }]);
  await world.post(chat, "first", { id: "m1" });
  await until(() => world.model.requests.length === 1, "the model to be asked");
  await keyOf("ended");
  await keyOf("other");
  expect(await post(world, chat, "of ended", "ended")).toEqual({ queued: true });
  await world.advance(1);
  await world.post(chat, "own", { id: "m2" });
  await world.advance(1);
  await post(world, chat, "of other", "other");
  await revoke(world, "ended");
  hold.resolve();
  const done = async () => (await world.runs(chat)).filter(({ ended_at }) => ended_at !== null).length === 3;
  await until(done, "the others");
  expect((await world.runs(chat)).map(({ key_id }) => key_id)).toEqual([null, null, "other"]);
  const { queue, messages } = await world.detail(chat);
  expect(queue).toEqual([]);
  expect(JSON.stringify(messages)).not.toContain("of ended");
});
