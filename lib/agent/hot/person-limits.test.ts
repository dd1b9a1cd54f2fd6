import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, until, type GateWorld } from "#e2e/support/gate-world.ts";
import { noPersonLimits, type PersonLimits } from "./person-limits.ts";
import { mostMade, TooMuchMade } from "#lib/store/people/person-counts.ts";
import { startTurn } from "#lib/agent/runs/start-turn.ts";

const worldWith = (most: Partial<PersonLimits>, more: Parameters<typeof gateWorld>[0] = {}): Promise<GateWorld> =>
  gateWorld({ ...more, limits: { ofPerson: { ...noPersonLimits, ...most } } });

const hour = 3_600_000;
const tooMany = (limit: string) => ({ refused: "over-limit", reached: expect.objectContaining({ limit }) });

test("G14: a person may send a limited number of messages within an hour, in all chats together", async () => {
  const world = await worldWith({ messagesPerHour: 3 });
  for (const chat of ["one", "two", "three"]) {
    expect(await world.post(chat, "go")).toHaveProperty("stream");
    await world.idle(chat);
  }
  const refused = await world.post("three", "more");
  expect(refused).toEqual({ refused: "over-limit", reached: { limit: "messages", leftMs: expect.any(Number) } });
  expect((refused as { reached: { leftMs: number } }).reached.leftMs).toBeLessThanOrEqual(hour);
  expect((await world.detail("three")).messages).toHaveLength(2);
  // Another person has their own limit.
  const other = { personId: world.stranger.id, chatId: "theirs", message: { id: "x", text: "hi" } };
  expect(await startTurn(world.process.agent, other)).toHaveProperty("stream");
  await world.idle("theirs");
  await world.advance(hour);
  expect(await world.post("three", "more")).toHaveProperty("stream");
  await world.idle("three");
});

test("G27: a long message counts as several, with what was put into it, and one that waits too", async () => {
  const world = await worldWith({ messagesPerHour: 6_000 });
  const { agent } = world.process;
  const resource = { serverId: "s", server: "S", uri: "s://a", name: "a", text: "é".repeat(40_000), leftOut: 0 };
  const send = (id: string, text: string, resources = [resource]) =>
    startTurn(agent, { personId: world.person.id, chatId: "chat", message: { id, text, resources } });
  const counted = async () =>
    (await world.store.db.selectFrom("person_counts").select("count").where("what", "=", "messages").execute())[0]
      ?.count;
  const hold = Promise.withResolvers<void>();
  world.tell("first", [{ text: "One", hold: hold.promise }]);
  await send("m1", "first", []);
  expect(await counted()).toBe(1);
  expect(await send("m2", "x".repeat(20_000))).toEqual({ queued: true });
  expect(await counted()).toBe(14);
  hold.resolve();
  await world.idle("chat");
  expect(await counted()).toBe(14);
});

test("G27: settings of chats count by their length among what a person makes, short ones not at all", async () => {
  const world = await worldWith({});
  const { chats } = world.process;
  const change = (id: string, length: number) =>
    chats.change(world.person.id, id, { title: id, toolsOff: [`server/${"x".repeat(length)}`] });
  expect(await change("short", 200)).toMatchObject({ title: "short" });
  expect(await world.store.db.selectFrom("person_counts").select("what").execute()).toEqual([]);
  for (const id of ["one", "two"]) await change(id, 20_000);
  const counted = world.store.db.selectFrom("person_counts").select(["what", "count"]);
  expect(await counted.execute()).toEqual([{ what: "made", count: 4 }]);
  await world.store.db.updateTable("person_counts").set({ count: mostMade }).execute();
  await expect(change("three", 20_000)).rejects.toThrow(TooMuchMade);
  await expect(change("one", 30_000)).rejects.toThrow(TooMuchMade);
  expect(await change("four", 200)).toMatchObject({ title: "four" });
});

test("G14: a message sent again is counted once, and of many at once exactly the limit is taken", async () => {
  const world = await worldWith({ messagesPerHour: 4 });
  await world.post("first", "go", { id: "m1" });
  await world.idle("first");
  await world.post("first", "go", { id: "m1" });
  const posts = await Promise.all(Array.from({ length: 9 }, (_, at) => world.post(`chat-${at}`, "go")));
  const taken = posts.flatMap((outcome, at) => ("stream" in outcome ? [`chat-${at}`] : []));
  expect(taken).toHaveLength(3);
  for (const chat of taken) await world.idle(chat);
});

test("G14: a message that is over the limit cancels no card", async () => {
  const world = await worldWith({ messagesPerHour: 1 }, { tools: [fakeTool("wipe")] });
  world.tell("go", [{ calls: [{ name: "wipe" }] }]);
  await world.post("chat", "go");
  await world.idle("chat");
  expect(await world.post("chat", "never mind")).toEqual(tooMany("messages"));
  expect(await world.open("chat")).toHaveLength(1);
});

test("G14: the number of chats of a person is limited, also when many are made at once; a deleted one makes room", async () => {
  const world = await worldWith({ chats: 2 });
  const posts = await Promise.all(["a", "b", "c", "d"].map((chat) => world.post(chat, "go")));
  expect(posts.filter((outcome) => "stream" in outcome)).toHaveLength(2);
  expect(posts.filter((outcome) => "reached" in outcome)).toEqual([tooMany("chats"), tooMany("chats")]);
  const [mine, other] = await world.process.chats.list(world.person.id);
  await world.idle(mine!.id);
  await world.idle(other!.id);
  const made = await world.process.chats.change(world.person.id, "e", { title: "E" });
  expect(made).toEqual({ reached: { limit: "chats" } });
  expect(await world.post(mine!.id, "more")).toHaveProperty("stream");
  await world.idle(mine!.id);
  await world.process.chats.remove(world.person.id, mine!.id);
  expect(await world.process.chats.change(world.person.id, "e", { title: "E" })).toMatchObject({ title: "E" });
});

test("G14: the number of messages that wait in a chat is limited; one more is refused and does not count", async () => {
  const world = await worldWith({ queued: 2, messagesPerHour: 4 });
  const hold = Promise.withResolvers<void>();
  world.tell("first", [{ text: "One", hold: hold.promise }]);
  await world.post("chat", "first");
  await until(() => world.model.requests.length === 1, "the model to be asked");
  const posts = await Promise.all(["a", "b", "c", "d"].map((text) => world.post("chat", text)));
  expect(posts.filter((outcome) => "queued" in outcome)).toHaveLength(2);
  expect(posts.filter((outcome) => "reached" in outcome)).toEqual([tooMany("queued"), tooMany("queued")]);
  expect((await world.detail("chat")).queue).toHaveLength(2);
  hold.resolve();
  await until(async () => (await world.runs("chat")).filter(({ ended_at }) => ended_at !== null).length === 3, "all");
  // Three were taken: there is one left.
  expect(await world.post("chat", "e")).toHaveProperty("stream");
  await world.idle("chat");
  expect(await world.post("chat", "f")).toEqual(tooMany("messages"));
});

const noticesOf = async (world: GateWorld, chat: string) =>
  (await world.message(chat)).parts.flatMap((part) => (part.type === "data-notice" ? [part.data.text] : []));

test("G14: a person at the limit of tokens is told so, and the model is not asked until the day has passed", async () => {
  const world = await worldWith({ tokensPerDay: 10_000 }, { tools: [fakeTool("look", { flag: "never" })] });
  world.tell("go", [
    { calls: [{ name: "look" }], tokens: 9_000 },
    { calls: [{ name: "look" }], tokens: 2_000 },
  ]);
  await world.post("chat", "go");
  await world.idle("chat");
  expect(world.model.requests).toHaveLength(2);
  const [told] = await noticesOf(world, "chat");
  expect(told).toMatch(/^Your chats have used 10000 tokens .* It goes on in 24 h: .*TOKENS_PER_DAY\.$/);
  await world.post("another", "hi");
  await world.idle("another");
  expect(world.model.requests).toHaveLength(2);
  expect(await noticesOf(world, "another")).toHaveLength(1);
  await world.advance(24 * hour);
  await world.post("another", "again");
  await world.idle("another");
  expect(world.model.requests).toHaveLength(3);
  expect(world.errors).toEqual([]);
});

test("G14: a model that does not report its tokens, and a stopped answer, cost what was sent", async () => {
  const world = await worldWith({ tokensPerDay: 2_000 });
  const hold = Promise.withResolvers<void>();
  const long = "word ".repeat(2_000);
  world.tell(long, [{ text: "Hm", hold: hold.promise }]);
  await world.post("chat", long);
  await until(() => world.model.requests.length === 1, "the model to be asked");
  await world.process.chats.stop(world.person.id, "chat");
  hold.resolve();
  await world.idle("chat");
  await world.post("next", "hi");
  await world.idle("next");
  expect(world.model.requests).toHaveLength(1);
  expect(await noticesOf(world, "next")).toHaveLength(1);
});

test.each([1e300, -1e9, 0.5, 50_000_000, 0])(
  "G14: a model that says it took %d tokens costs what was sent",
  async (tokens) => {
    const world = await worldWith({ tokensPerDay: 2_000 });
    world.tell("go", [{ text: "Hm", tokens }]);
    await world.post("chat", "go");
    await world.idle("chat");
    const { count } = await world.store.db
      .selectFrom("person_counts")
      .select("count")
      .where("what", "=", "tokens")
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBeGreaterThan(1);
    expect(Number(count)).toBeLessThan(1_000);
  },
);

test("G14: answers that work at the same time do not overlook one another's tokens", async () => {
  const world = await worldWith({ tokensPerDay: 1_000 });
  const texts = Array.from({ length: 8 }, (_, at) => `${at} ${"word ".repeat(1_000)}`);
  await Promise.all(texts.map((text, at) => world.post(`chat-${at}`, text)));
  for (const at of texts.keys()) await world.idle(`chat-${at}`);
  expect(world.model.requests).toHaveLength(1);
});
