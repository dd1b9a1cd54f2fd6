import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gateWorld, type GateWorld } from "#e2e/support/gate-world.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { insertMessage } from "#lib/store/chats/messages.ts";

const calls = [{ name: "wipe", args: {}, id: "call_1" }];

/** A chat of 30 messages of 99,000 characters after its first answer, in which a tool was called. */
async function longChat(): Promise<{ world: GateWorld; chat: string; ids: string[] }> {
  const world = await gateWorld({ tools: [fakeTool("wipe", { flag: "never" })] });
  const chat = await world.begin([{ calls }, { text: "done" }]);
  await inTransaction(world.store, async (trx) => {
    for (let seq = 3; seq <= 32; seq += 1) {
      const role = seq % 2 === 1 ? ("user" as const) : ("assistant" as const);
      const parts = [{ type: "text" as const, text: `${seq}:`.padEnd(99_000, "é") }];
      await insertMessage(world.store, trx, { chatId: chat, runId: null, seq }, { id: `m${seq}`, role, parts });
    }
  });
  const [first, second] = await world.store.db.selectFrom("messages").select("id").orderBy("seq").limit(2).execute();
  return {
    world,
    chat,
    ids: [first?.id ?? "", second?.id ?? "", ...Array.from({ length: 30 }, (_, at) => `m${at + 3}`)],
  };
}

test("G8: a long chat is read in pages of about a megabyte, the newest first, and nothing is left out of them", async () => {
  const { world, chat, ids } = await longChat();
  const read: string[] = [];
  let before: string | undefined;
  for (let pages = 1; ; pages += 1) {
    const page = await world.process.chats.detail(world.person.id, chat, before);
    if (page === null) throw new Error("The chat is gone.");
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(1_100_000);
    read.unshift(...page.messages.map(({ id }) => id));
    before = page.messages[0]?.id;
    expect(page.earlier).toBe(ids.length - read.length);
    if (page.earlier === 0) break;
    expect(pages).toBeLessThan(10);
  }
  expect(read).toEqual(ids);
  const none = await world.process.chats.detail(world.person.id, chat, "unknown");
  expect(none).toMatchObject({ messages: [], earlier: 0 });
});

test("G8: of a long chat the model is sent the newest part, hears how much was left out, and calls stay apart", async () => {
  const { world, chat } = await longChat();
  world.tell("more", [{ calls }, { text: "done" }]);
  await world.post(chat, "more");
  await world.idle(chat);
  const prompt = world.lastPrompt();
  expect(Buffer.byteLength(prompt)).toBeLessThan(1_100_000);
  expect(prompt).toContain("its first 27 messages were left out");
  expect(prompt).toContain("32:é");
  expect(prompt).not.toContain("27:é");
  const called = (await world.calls(chat)).map(({ tool_call_id }) => tool_call_id);
  expect(new Set(called).size).toBe(2);
});

test("G8: a message that a page does not show can be edited, and what came after it is gone", async () => {
  const { world, chat, ids } = await longChat();
  world.tell("better", [{ text: "better" }]);
  await world.post(chat, "better", { id: "edited", replaces: "m5" });
  await world.idle(chat);
  const { messages, earlier } = await world.detail(chat);
  expect(messages.map(({ id }) => id).slice(0, -1)).toEqual([...ids.slice(0, 4), "edited"]);
  expect(earlier).toBe(0);
  // Posting an old message again joins its answer.
  expect(await world.post(chat, "again", { id: "m3" })).toHaveProperty("stream");
  expect(await world.runs(chat)).toHaveLength(2);
});
