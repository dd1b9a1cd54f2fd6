import { expect, test } from "vitest";
import { lastTextOf, textsOf } from "#e2e/support/chat-texts.ts";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, streamOf, until } from "#e2e/support/gate-world.ts";
import { startTurn } from "#lib/agent/runs/start-turn.ts";

const calls = [{ name: "wipe", args: { disk: "a" } }];

test("row 24: a message while the run only waits on cards cancels them and starts at once", async () => {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool] });
  const chat = await world.begin({ calls });
  const [approval] = await world.open(chat);
  expect(await world.post(chat, "never mind")).toHaveProperty("stream");
  await world.idle(chat);
  expect(await world.answer(approval?.id ?? "", "accept")).toMatchObject({ refused: "settled", status: "cancelled" });
  expect(tool.ran).toEqual([]);
  expect(await world.audit(chat)).toContainEqual(expect.objectContaining({ endedBy: "new-message" }));
  expect(world.lastPrompt()).toContain("the user wrote a new message instead of answering");
  expect((await world.runs(chat)).map(({ status }) => status)).toEqual(["stopped", "done"]);
});

test("an answer and a new message at the same moment: what was accepted runs, or the card was cancelled", async () => {
  const seen = new Set<number>();
  const furthest = 160;
  for (let moment = -furthest; moment <= furthest; moment += 16) {
    const tool = fakeTool("wipe");
    const world = await gateWorld({ tools: [tool] });
    const chat = await world.begin({ calls });
    const post = () => world.post(chat, "never mind");
    const answer = () => world.answer(chat, "accept");
    // The first to begin has this number of turns before the other; at most all that it needs.
    const [first, second] = moment < 0 ? [answer, post] : [post, answer];
    const begun = first();
    for (let turn = 0; turn < Math.abs(moment); turn += 1) await null;
    if (Math.abs(moment) === furthest) await begun;
    const outcomes = await Promise.all([begun, second()]);
    const decided = outcomes.some((outcome) => "decided" in outcome);
    await until(async () => (await world.runs(chat)).filter(({ ended_at }) => ended_at).length === 2, "both runs");
    expect(tool.ran.length, `answered after ${moment} turns`).toBe(decided ? 1 : 0);
    expect((await world.detail(chat)).queue).toEqual([]);
    seen.add(tool.ran.length);
    await world.close();
  }
  expect(seen).toEqual(new Set([0, 1]));
});

test("D7: regenerating while a card waits cancels it for good; its accept is a conflict", async () => {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool] });
  world.tell("go", [{ calls }]);
  await world.post("chat", "go", { id: "m1" });
  await world.idle("chat");
  const [approval] = await world.open("chat");
  await world.post("chat", "go", { id: "m2", replaces: "m1" });
  await world.idle("chat");
  expect(await world.answer(approval?.id ?? "", "accept")).toMatchObject({ refused: "settled", status: "cancelled" });
  expect(tool.ran).toEqual([]);
  expect((await world.open("chat")).map(({ run_id }) => run_id)).not.toContain(approval?.run_id);
  expect(await world.audit("chat")).toContainEqual(expect.objectContaining({ endedBy: "history-replaced" }));
});

test("edit and resend cut the history there, while text streams too; the cut part reaches no model", async () => {
  const world = await gateWorld();
  const hold = Promise.withResolvers<void>();
  world.tell("first", [{ text: "A secret", hold: hold.promise }]);
  await world.post("chat", "first", { id: "m1" });
  await until(() => world.model.requests.length === 1, "the model to be asked");
  await world.post("chat", "instead", { id: "m2", replaces: "m1" });
  hold.resolve();
  await world.idle("chat");
  expect(await textsOf(world, "chat")).toEqual(["instead", "Done."]);
  expect(world.model.requests.at(-1)?.prompt.filter(({ role }) => role !== "system")).toMatchObject([
    { role: "user", content: [{ text: "instead" }] },
  ]);
});

test("D6, B1: another person's chat is unknown, and so is a message to replace that is not there", async () => {
  const world = await gateWorld();
  await world.post("chat", "first", { id: "m1" });
  await world.idle("chat");
  const eve = { personId: world.stranger.id, chatId: "chat", message: { id: "x", text: "hi" } };
  expect(await startTurn(world.process.agent, eve)).toEqual({ refused: "unknown-chat" });
  expect(await startTurn(world.process.agent, { ...eve, replaces: "m1" })).toEqual({ refused: "unknown-chat" });
  expect(await world.post("chat", "x", { replaces: "gone" })).toEqual({ refused: "unknown-message" });
  expect(await world.post("new", "x", { replaces: "gone" })).toEqual({ refused: "unknown-message" });
  expect(await world.post("chat", "x", { id: "m1", replaces: "m1" })).toEqual({ refused: "same-message" });
  expect(await textsOf(world, "chat")).toEqual(["first", "Done."]);
});

test("posting an open card's message again after a restart joins the waiting answer instead of ending it", async () => {
  const world = await gateWorld({ tools: [fakeTool("wipe")] });
  world.tell("go", [{ calls }]);
  await world.post("chat", "go", { id: "m1" });
  await world.idle("chat");
  await world.crash();
  const stream = streamOf(await world.post("chat", "go", { id: "m1" }));
  await world.settle("chat", "accept");
  expect(await lastTextOf(stream)).toBe("Done.");
});

test.each([
  ["a message", {}],
  ["an edit of the message that led to them", { replaces: "m1" }],
])("C70: %s that would cancel cards is refused and changes nothing, unless it says so", async (_what, more) => {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool] });
  const two = [...calls, { name: "wipe", args: { disk: "b" } }];
  world.tell("go", [{ calls: two }]);
  await world.post("chat", "go", { id: "m1" });
  await world.idle("chat");
  const post = (cancelsCards: boolean) => world.post("chat", "never mind", { id: "m2", cancelsCards, ...more });
  expect(await post(false)).toEqual({ refused: "cards-wait", cards: { open: 2, others: 0 } });
  expect(await world.open("chat")).toHaveLength(2);
  expect((await world.detail("chat")).messages.map(({ id }) => id)).not.toContain("m2");
  expect((await world.audit("chat")).map(({ kind }) => kind)).not.toContain("approval-ended");
  expect(await post(true)).toHaveProperty("stream");
  await world.idle("chat");
  expect((await world.audit("chat")).filter(({ kind }) => kind === "approval-ended")).toHaveLength(2);
  expect(tool.ran).toEqual([]);
});

test.each([
  ["a message", {}],
  ["a message that replaces the one that led to it", { replaces: "m1" }],
])("F10, I6: %s by a key cancels no card: it is refused, and the card can still be approved", async (_what, more) => {
  const tool = fakeTool("wipe");
  const world = await gateWorld({ tools: [tool] });
  world.tell("go", [{ calls }]);
  await world.post("chat", "go", { id: "m1" });
  await world.idle("chat");
  const turn = { personId: world.person.id, chatId: "chat", message: { id: "m2", text: "never mind" }, ...more };
  const byKey = { ...turn, keyId: "k" };
  expect(await startTurn(world.process.agent, byKey)).toMatchObject({ refused: "cards-wait" });
  expect(await startTurn(world.process.agent, { ...byKey, cancelsCards: true })).toMatchObject({
    refused: "cards-wait",
  });
  expect(await world.open("chat")).toHaveLength(1);
  expect((await world.detail("chat")).messages.map(({ id }) => id)).toContain("m1");
  expect((await world.detail("chat")).queue).toEqual([]);
  expect((await world.audit("chat")).map(({ kind }) => kind)).not.toContain("approval-ended");
  await world.settle("chat", "accept");
  expect(tool.ran).toHaveLength(1);
  // Once nothing waits any more, the program may go on.
  expect(await startTurn(world.process.agent, { ...turn, keyId: "k" })).toHaveProperty("stream");
  await world.idle("chat");
});
