import { expect, inject, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { startTurn } from "#lib/agent/runs/start-turn.ts";
import { gateWorld, until } from "#e2e/support/gate-world.ts";

/** Declines every card of a chat as it comes, until the run ends; resolves to how many there were. */
async function declineAll(world: Awaited<ReturnType<typeof gateWorld>>, chat: string): Promise<number> {
  let cards = 0;
  for (;;) {
    await world.idle(chat);
    if ((await world.open(chat)).length === 0) return cards;
    cards += 1;
    await world.answer(chat, "decline");
    await until(async () => (await world.runs(chat))[0]?.status !== "parked", "the run to go on");
  }
}

test("C13, S0.23, row 20: a model that repeats a declined call 20 times asks once, whatever the white space and the order", async () => {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool], limits: { softRounds: 100, hardRounds: 100 } });
  const spellings = [
    '{"disk":"a","force":true}',
    '{ "force" : true,\n "disk": "a" }',
    '{"disk":"\\u0061","force":true}',
  ];
  const steps = Array.from({ length: 20 }, (_, index) => ({
    calls: [{ name: "wipe", args: spellings[index % spellings.length] }],
  }));
  const chat = await world.begin(steps);
  expect(await declineAll(world, chat)).toBe(1);
  expect(world.model.requests).toHaveLength(21);
  expect(world.lastPrompt()).toContain("they already declined it in this turn");
  expect(tool.ran).toEqual([]);
});

test("C13: after two declines a tool is not asked about again in the run, with whatever arguments", async () => {
  const tool = fakeTool("wipe");
  const other = fakeTool("write");
  const world = await gateWorld({ tools: [tool, other], limits: { softRounds: 100, hardRounds: 100 } });
  const steps = Array.from({ length: 8 }, (_, part) => ({ calls: [{ name: "wipe", args: { part } }] }));
  const chat = await world.begin([...steps, { calls: [{ name: "write" }] }]);
  expect(await declineAll(world, chat)).toBe(3);
  expect((await world.approvals(chat)).map(({ call_id }) => call_id.split(".")[1])).toEqual([
    "call_1",
    "call_1-2",
    "call_1-9",
  ]);
});

test("C13: after three declines a turn asks about nothing more, and the person is asked what they want", async () => {
  const tools = ["a", "b", "c", "d", "e"].map((name) => fakeTool(name));
  const world = await gateWorld({ tools, limits: { softRounds: 100, hardRounds: 100 } });
  const chat = await world.begin(tools.map(({ name }) => ({ calls: [{ name }] })));
  expect(await declineAll(world, chat)).toBe(3);
  const notices = (await world.message(chat)).parts.filter(({ type }) => type === "data-notice");
  expect(notices).toMatchObject([
    {
      data: {
        kind: "budget",
        text: "3 calls of this answer were declined, so it asks no more. Say what you would rather have.",
      },
    },
  ]);
  expect(world.lastPrompt()).toContain("ask the user in words what they want instead");
  expect(tools.flatMap(({ ran }) => ran)).toEqual([]);
});

test("C13: a card says how often its tool was asked about before in the answer, and how often it was declined", async () => {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool] });
  const calls = (...disks: string[]) => ({ calls: disks.map((disk) => ({ name: "wipe", args: { disk }, id: disk })) });
  const chat = await world.begin([calls("a", "b"), calls("c")]);
  const earlier = async () =>
    (await world.message(chat)).parts.flatMap((part) =>
      part.type === "data-approval" && part.data.status === "pending" && part.data.subject.kind === "tool-call"
        ? [part.data.subject.earlier]
        : [],
    );
  expect(await earlier()).toEqual([undefined, undefined]);
  await world.settle(chat, "decline");
  await world.settle(chat, "accept");
  expect(await earlier()).toEqual([{ asked: 2, declined: 1 }]);
});

test("C13: a person is asked about so many calls within an hour, whichever chats ask, and is told", async () => {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool], limits: { asksPerHour: 3 } });
  const begin = (id: string) => world.begin([{ calls: [{ name: "wipe", id }] }, { text: "done" }]);
  const chats = [await begin("a"), await begin("b"), await begin("c")];
  await world.settle(chats[0] ?? "", "accept");
  await world.advance(1_800_000);
  const late = await begin("d");
  expect(await world.open(late)).toEqual([]);
  expect(world.lastPrompt()).toContain("asked too many questions within the last hour");
  const notices = (await world.message(late)).parts.filter(({ type }) => type === "data-notice");
  expect(notices).toMatchObject([
    { data: { kind: "budget", text: expect.stringContaining("3 times within an hour") } },
  ]);
  expect((await world.runs(late))[0]?.asks).toBe(0);
  await world.advance(1_800_000);
  expect(await world.open(await begin("e"))).toHaveLength(1);
  expect(tool.ran).toHaveLength(1);
});

test("C13: of many chats that ask at once on two processes no more ask than may", async () => {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool], limits: { asksPerHour: 5 } });
  const processes = [world.process, world.start()];
  const chats = Array.from({ length: 12 }, (_, index) => `chat-${index}`);
  for (const chat of chats) world.tell(chat, [{ calls: [{ name: "wipe" }] }, { text: "done" }]);
  await Promise.all(
    chats.map((chatId, index) => {
      const { agent } = processes[index % 2] ?? world.process;
      return startTurn(agent, { personId: world.person.id, chatId, message: { id: `m-${chatId}`, text: chatId } });
    }),
  );
  for (const chat of chats) await world.idle(chat);
  const open = await Promise.all(chats.map((chat) => world.open(chat)));
  expect(open.flat()).toHaveLength(5);
});

test("row 20: another turn may ask again, and so may a call that was not declined but ran out of time", async () => {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool] });
  const again = [{ calls: [{ name: "wipe" }] }, { calls: [{ name: "wipe" }] }];
  const chat = await world.begin(again);
  await world.advance(300_000);
  await world.process.sweep();
  await until(async () => (await world.open(chat)).length === 1, "the second question");
  await world.settle(chat, "decline");
  world.tell("again", [{ calls: [{ name: "wipe" }] }]);
  await world.post(chat, "again");
  await world.idle(chat);
  expect(await world.open(chat)).toHaveLength(1);
});

/** A step has no more. On PostgreSQL each takes several times as long. */
const flood = inject("postgresUrl") === null ? 200 : 150;

test(`D5: of ${flood} gated calls in one step as many ask as may, the rest are refused, and the app answers meanwhile`, async () => {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool] });
  const calls = Array.from({ length: flood }, (_, disk) => ({ name: "wipe", args: { disk }, id: `c${disk}` }));
  const other = await world.begin({ calls: [{ name: "wipe" }] });
  world.tell("flood", [{ calls }]);
  await world.post("flood", "flood");
  // Another chat is answered while the flood comes in.
  await until(async () => (await world.calls("flood")).length === flood, "the flood");
  await world.settle(other, "accept");
  const answered = (await world.calls("flood")).filter(({ state }) => state === "proposed").length;
  await world.idle("flood");
  expect(answered).toBeGreaterThan(0);
  expect(tool.ran).toHaveLength(1);
  expect(await world.open("flood")).toHaveLength(25);
  const states = (await world.calls("flood")).map(({ state }) => state);
  expect(states.filter((state) => state === "refused")).toHaveLength(flood - 25);
  const notices = (await world.message("flood")).parts.filter(({ type }) => type === "data-notice");
  expect(notices).toMatchObject([{ data: { kind: "budget" } }]);
});

test("S0.25: what asks beyond the budget is told to the person once, and the notice is there after a reload", async () => {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool], limits: { asksPerRun: 2 } });
  const calls = [1, 2, 3, 4].map((disk) => ({ name: "wipe", args: { disk }, id: `c${disk}` }));
  const chat = await world.begin({ calls });
  await world.crash();
  await world.settle(chat, "accept");
  await world.settle(chat, "accept");
  expect(tool.ran).toHaveLength(2);
  const { parts } = await world.message(chat);
  expect(parts.filter(({ type }) => type === "data-notice")).toMatchObject([{ data: { kind: "budget" } }]);
  expect(world.lastPrompt()).toContain("asked too many questions");
});

test("S0.44, C13: the same call runs ten times in an answer without anybody being asked, in however many steps, and not once more", async () => {
  const look = fakeTool("look", { flag: "never" });
  const world = await gateWorld({ tools: [look], limits: { softRounds: 100, hardRounds: 100 } });
  const same = (count: number) => ({
    calls: Array.from({ length: count }, (_, index) => ({
      name: "look",
      args: { disk: "a" },
      id: `s${count}-${index}`,
    })),
  });
  const chat = await world.begin([
    same(7),
    { calls: [...same(5).calls, { name: "look", args: { disk: "b" } }] },
    same(1),
    { text: "Done." },
  ]);
  expect(look.ran.filter(({ arguments: { disk } }) => disk === "a")).toHaveLength(10);
  expect(look.ran).toHaveLength(11);
  const refused = (await world.calls(chat)).filter(({ state }) => state === "refused");
  expect(refused.map(({ step }) => step)).toEqual([2, 2, 3]);
  expect(world.lastPrompt()).toContain("you made exactly the same call 10 times in this turn");
  const notices = (await world.message(chat)).parts.filter(({ type }) => type === "data-notice");
  expect(notices).toMatchObject([{ data: { text: expect.stringContaining("look 10 times with the same arguments") } }]);
  // Another answer begins anew.
  world.tell("again", [same(1), { text: "Done." }]);
  await world.post(chat, "again");
  await world.idle(chat);
  expect(look.ran).toHaveLength(12);
});

test("C13: whoever is asked about each of them may let the same call run as often as they are asked", async () => {
  const pay = fakeTool("pay");
  const world = await gateWorld({ tools: [pay], limits: { softRounds: 100, hardRounds: 100 } });
  const chat = await world.begin({
    calls: Array.from({ length: 12 }, (_, index) => ({ name: "pay", id: `c${index}` })),
  });
  for (const { id } of await world.open(chat)) await world.answer(id, "accept");
  await world.idle(chat);
  expect(pay.ran).toHaveLength(12);
});
