import { expect, test } from "vitest";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { gateWorld, until, type GateWorld } from "#e2e/support/gate-world.ts";
import { parseStoredResult, resultText } from "#lib/gate/contract/stored-result.ts";
import { insertChat } from "#lib/store/chats/chats.ts";
import { startCalls } from "./start-calls.ts";

/** A client's session, and calls in it as a door makes them. */
async function session() {
  const wipe = fakeTool("wipe", { act: () => said("wiped") });
  const world = await gateWorld({ tools: [wipe, fakeTool("look", { flag: "never" })] });
  const [personId, chatId] = [world.person.id, "session"];
  let isNew = true;
  const call = async (name: string, input: object = {}): Promise<string> => {
    const { agent } = world.process;
    const [started] = await startCalls(agent, {
      personId,
      origin: "gateway",
      chatIn: async (trx) => {
        const chat = { id: chatId, person_id: personId, title: "Desk", origin: "gateway" as const };
        if (isNew) await insertChat(world.store, trx, chat);
        isNew = false;
        return chatId;
      },
      wanted: [{ wireName: name, input, about: { caller: "gateway:desk" } }],
      beside: async () => {},
    });
    return started?.id ?? "";
  };
  return { world, wipe, chatId, call };
}

async function ended(world: GateWorld, chatId: string): Promise<string[]> {
  await until(
    async () => (await world.runs(chatId)).every(({ ended_at }) => ended_at !== null),
    "the runs of the session to end",
  );
  const calls = await world.calls(chatId);
  return calls.map(({ result_json }) => resultText(parseStoredResult(result_json ?? "")));
}

async function waiting(world: GateWorld, chatId: string, count: number) {
  await until(async () => (await world.open(chatId)).length === count, `${count} questions`);
  return world.open(chatId);
}

test("S0.48, I1, I2: several calls of one session wait at once, and each runs once for its own accept", async () => {
  const { world, wipe, chatId, call } = await session();
  const ids = [await call("wipe", { disk: "a" }), await call("wipe", { disk: "b" }), await call("look")];
  const open = await waiting(world, chatId, 2);
  expect(wipe.ran).toEqual([]);
  const second = open.find(({ call_id }) => call_id === ids[1]);
  await world.answer(second?.id ?? "", "accept", { digest: second?.digest });
  await until(() => wipe.ran.length === 1, "the second call to run");
  expect(wipe.ran).toMatchObject([{ callId: ids[1], arguments: { disk: "b" } }]);
  const [first] = await waiting(world, chatId, 1);
  await world.answer(first?.id ?? "", "decline");
  const [wiped, other, looked] = await ended(world, chatId);
  expect([wiped, other, looked]).toEqual([expect.stringContaining("not run"), "wiped", "ok"]);
  expect(wipe.ran).toHaveLength(1);
  expect(world.errors).toEqual([]);
});

test("S0.48, G2, G1: a call of a session survives a crash while it waits, and runs once for an accept after it", async () => {
  const { world, wipe, chatId, call } = await session();
  await call("wipe");
  const [asked] = await waiting(world, chatId, 1);
  await world.crash();
  expect(await world.answer(asked?.id ?? "", "accept")).toHaveProperty("decided");
  expect(await ended(world, chatId)).toEqual(["wiped"]);
  expect(wipe.ran).toHaveLength(1);
});

test("S0.48: a message starts no answer in a session, and Stop ends all of its calls", async () => {
  const { world, wipe, chatId, call } = await session();
  await call("wipe", { disk: "a" });
  await call("wipe", { disk: "b" });
  const open = await waiting(world, chatId, 2);
  expect(await world.post(chatId, "hello")).toEqual({ refused: "unknown-chat" });
  expect(await world.process.chats.stop(world.person.id, chatId, true)).toBeNull();
  expect(await world.open(chatId)).toHaveLength(2);
  expect(await world.process.chats.stop(world.person.id, chatId)).toEqual({ stopped: true });
  for (const result of await ended(world, chatId)) expect(result).toContain("not run");
  expect(await world.answer(open[0]?.id ?? "", "accept")).toMatchObject({ refused: "settled" });
  expect(wipe.ran).toEqual([]);
});

test("S0.48, S1.8: rules judge a call of a session by who called", async () => {
  const { world, chatId, call } = await session();
  await call("look");
  expect(await ended(world, chatId)).toEqual(["ok"]);
  const [{ caller } = { caller: null }] = await world.calls(chatId);
  expect(caller).toBe("gateway:desk");
});
