import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { newChat, shownMessages, textOf } from "./chat-state.ts";
import { toolCall } from "#e2e/support/card-gallery/views.ts";
import { FakeChatServer } from "#e2e/support/fake-chat-server.ts";
import { LiveChat } from "./live-chat.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
});

test("a sent message shows at once and its answer streams in", async () => {
  const { chat, server, texts } = tab();
  const sent = chat.send("hello");
  expect(texts()).toEqual(["hello"]);
  await sent;
  server.write("Hi");
  await settle();
  expect(texts()).toEqual(["hello", "Hi"]);
  expect(chat.snapshot().run).toBe("running");
  server.finish();
  await settle();
  expect(chat.snapshot()).toMatchObject({ run: "idle", outbox: [], version: server.detail.version });
});

test("K3: a message that follows a change of the model at once is answered by that model", async () => {
  const { chat, server } = tab();
  const changed = Promise.withResolvers<void>();
  vi.spyOn(server, "change").mockReturnValue(changed.promise);
  const posted = vi.spyOn(server, "send");
  const changing = chat.change({ model: "other" });
  const sent = chat.send("hello");
  await settle();
  expect(posted).not.toHaveBeenCalled();
  changed.resolve();
  await Promise.all([changing, sent]);
  expect(posted).toHaveBeenCalledOnce();
});

test("G8: earlier messages are read page by page when they are asked for, and stay while the chat goes on", async () => {
  const { chat, server, texts } = tab();
  const id = (at: number) => `m${at}`;
  const parts = (at: number) => [{ type: "text" as const, text: `${at}` }];
  server.detail.messages = [0, 1, 2, 3, 4].map((at) => ({ id: id(at), role: "user", parts: parts(at) }));
  server.perPage = 2;
  chat.sync();
  await settle();
  expect([texts(), chat.snapshot().earlier]).toEqual([["3", "4"], 3]);
  await chat.showEarlier();
  expect([texts(), chat.snapshot().earlier]).toEqual([["1", "2", "3", "4"], 1]);
  await chat.send("on");
  server.finish();
  await settle();
  expect(texts().slice(0, 5)).toEqual(["1", "2", "3", "4", "on"]);
  // Two readings at once add a page once.
  await Promise.all([chat.showEarlier(), chat.showEarlier()]);
  expect([texts().slice(0, 2), chat.snapshot().earlier]).toEqual([["0", "1"], 0]);
  server.down = true;
  await chat.showEarlier();
  expect(chat.snapshot().trouble).toBeNull();
});

test("C70: a message that would cancel cards is held until its person says so", async () => {
  const { chat, server, texts } = tab();
  const card = { type: "data-approval" as const, id: "a", data: toolCall({}, {}) };
  await chat.send("wipe it");
  server.detail.messages.push({ id: "answer", role: "assistant", parts: [card] });
  server.park();
  await settle();
  await chat.send("never mind");
  expect(texts()).not.toContain("never mind");
  expect(chat.snapshot().held).toMatchObject({ message: { text: "never mind" }, cards: { open: 1, others: 0 } });
  chat.letGoHeld();
  expect(chat.snapshot().held).toBeNull();
  await chat.send("never mind");
  await chat.sendHeld();
  expect(server.sent.at(-1)).toMatchObject({ text: "never mind", cancelsCards: true });
  expect(chat.snapshot()).toMatchObject({ held: null });
});

test("C70: what only the server knows to cancel a card is held too, and is not lost", async () => {
  const { chat, server, texts } = tab();
  server.holds = { open: 2, others: 1 };
  await chat.send("never mind");
  expect(texts()).toEqual([]);
  expect(chat.snapshot()).toMatchObject({ outbox: [], held: { message: { text: "never mind" }, cards: server.holds } });
  await chat.sendHeld();
  expect(texts()).toEqual(["never mind"]);
});

test("C76: a model that is busy is said to be asked again, until it answers", async () => {
  const { chat, server } = tab();
  await chat.send("hello");
  server.state({ resumesAt: 5_000 });
  await settle();
  expect(chat.snapshot()).toMatchObject({ run: "running", resumesAt: 5_000 });
  server.state({});
  server.write("Hi");
  await settle();
  expect(chat.snapshot()).toMatchObject({ run: "running", resumesAt: null });
});

test("S1.12: shadow mode of the whole app shows at once, also in a chat that was never saved", () => {
  const { chat, server } = tab();
  expect(chat.snapshot().stopped).toBe(false);
  chat.receive({ type: "policy", stopped: true });
  expect(chat.snapshot().stopped).toBe(true);
  chat.receive({ type: "policy", stopped: false });
  expect(chat.snapshot().stopped).toBe(false);
  expect(server.openStreams).toBe(0);
});

test("a parked run holds no stream, and a decision joins it again at once", async () => {
  const { chat, server, texts } = tab();
  await chat.send("delete it");
  server.park();
  await settle();
  expect(server.openStreams).toBe(0);
  expect(chat.snapshot().run).toBe("parked");

  await chat.decide("approval", { action: "accept", digest: "d", changesSeen: 0 });
  server.resume();
  server.write("Deleted");
  await settle(0);
  expect(server.openStreams).toBe(1);
  expect(texts().at(-1)).toBe("Deleted");
});

test("a hidden tab lets its stream go without stopping the run and catches up when it is seen again", async () => {
  const { chat, server, texts } = tab();
  await chat.send("tell me");
  server.write("One");
  await settle();
  chat.setVisible(false);
  await settle();
  expect(server.openStreams).toBe(0);
  expect(server.stops).toBe(0);
  server.write("two");
  chat.setVisible(true);
  await settle();
  expect(texts().at(-1)).toBe("One\n\ntwo");
});

test("a stream that breaks is joined again by itself, and only a second of trouble is mentioned", async () => {
  const { chat, server, texts } = tab();
  await chat.send("tell me");
  server.write("One");
  await settle();
  server.down = true;
  server.breakStreams();
  await vi.advanceTimersByTimeAsync(900);
  expect(chat.snapshot().trouble).toBeNull();
  await vi.advanceTimersByTimeAsync(200);
  expect(chat.snapshot().trouble).toBe("reconnecting");
  expect(texts()).toEqual(["tell me", "One"]);
  server.down = false;
  server.write("two");
  await settle(5_000);
  expect(chat.snapshot().trouble).toBeNull();
  expect(texts().at(-1)).toBe("One\n\ntwo");
});

test("a replay never shows less than was there before", async () => {
  const { chat, server } = tab();
  await chat.send("tell me");
  server.write("A long answer");
  await settle();
  const seen: number[] = [];
  chat.subscribe(() => seen.push(shownMessages(chat.snapshot()).map(textOf).join("").length));
  server.breakStreams();
  await settle();
  expect(server.openStreams).toBe(1);
  expect(Math.min(...seen)).toBe("tell meA long answer".length);
});

test("a message sent while text streams is queued, and a queued message can be removed", async () => {
  const { chat, server } = tab();
  await chat.send("first");
  await settle();
  await chat.send("second");
  expect(chat.snapshot().queue.map((message) => message.text)).toEqual(["second"]);
  const [queued] = chat.snapshot().queue;
  await chat.unqueue(queued!.id);
  expect(chat.snapshot().queue).toEqual([]);
  expect(server.detail.queue).toEqual([]);
});

test("a message whose server died on the way is sent again by itself, and counts once", async () => {
  const { chat, server, texts } = tab();
  server.down = true;
  const sent = chat.send("hello");
  await settle(900);
  expect(chat.snapshot()).toMatchObject({ trouble: null, outbox: [{ problem: null }] });
  await settle(5_000);
  expect(chat.snapshot()).toMatchObject({ trouble: "reconnecting", outbox: [{ problem: null }] });
  expect(texts()).toEqual(["hello"]);
  server.down = false;
  await settle(2_000);
  await sent;
  expect(chat.snapshot()).toMatchObject({ trouble: null, outbox: [] });
  server.write("Hi");
  await settle();
  expect(texts()).toEqual(["hello", "Hi"]);
});

test("a message that cannot be sent for long stays, says why, and counts once when it is sent again", async () => {
  const { chat, server, texts } = tab();
  server.down = true;
  const sent = chat.send("hello");
  await settle(40_000);
  await sent;
  const [failed] = chat.snapshot().outbox;
  expect(failed?.problem).toMatch(/could not be reached/);
  expect(texts()).toEqual(["hello"]);
  server.down = false;
  await chat.resend(failed!.id);
  await chat.resend(failed!.id);
  await settle();
  expect(server.detail.messages.filter((message) => message.role === "user")).toHaveLength(1);
});

test("an idle tab says that the server is gone when that has lasted for a second, and no longer when it is back", async () => {
  for (const isSaved of [true, false]) {
    const { chat, server } = tab();
    if (isSaved) {
      await chat.send("hello");
      server.finish();
    }
    await settle();
    server.down = true;
    chat.receive({ type: "unreachable" });
    await settle(900);
    expect(chat.snapshot().trouble).toBeNull();
    chat.receive({ type: "unreachable" });
    await settle(200);
    expect(chat.snapshot().trouble).toBe("reconnecting");
    server.down = false;
    chat.receive({ type: "resync" });
    await settle();
    expect(chat.snapshot().trouble).toBeNull();
  }
});

test("streams that end again and again are joined less and less often, until one lasts", async () => {
  const { chat, server } = tab();
  await chat.send("tell me");
  await settle();
  const attach = vi.spyOn(server, "attach");
  const joined = async (ms: number) => {
    const before = attach.mock.calls.length;
    for (let at = 0; at < ms; at += 10) {
      server.breakStreams();
      await vi.advanceTimersByTimeAsync(10);
    }
    return attach.mock.calls.length - before;
  };
  expect(await joined(1_000)).toBeLessThan(6);
  expect(await joined(20_000)).toBeLessThan(8);
  await settle(10_000);
  expect(server.openStreams).toBe(1);
  server.breakStreams();
  await settle(50);
  expect(server.openStreams).toBe(1);
});

test("an edited message cuts the thread where the old one stood", async () => {
  const { chat, server, texts } = tab();
  await chat.send("first");
  server.finish();
  await settle();
  const [first] = chat.snapshot().messages;
  const sent = chat.send("better", { replaces: first!.id });
  expect(texts()).toEqual(["better"]);
  await sent;
  server.finish();
  await settle();
  expect(texts()[0]).toBe("better");
  expect(server.detail.messages[0]?.id).not.toBe(first!.id);
});

test("a chat deleted elsewhere says so", async () => {
  const { chat, server } = tab();
  await chat.send("hello");
  server.finish();
  await settle();
  server.deleted = true;
  chat.receive({ type: "chat", chatId: "chat", version: 99, run: "idle" });
  await settle();
  expect(chat.snapshot().trouble).toBe("gone");
});

const serverMoves = ["write", "park", "resume", "finish", "send", "wait"] as const;
const mishaps = ["break", "down", "up", "hide", "show", "deaf", "hearing", "slow", "fast"] as const;
const moves = [...serverMoves, ...mishaps] as const;

test("D1: whatever happens to tabs, streams and events, a tab ends with the server's messages", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...moves), { maxLength: 50 }), fc.boolean(), async (steps, seen) => {
      const { chat, server } = tab();
      let deaf = false;
      server.onEvent = (event) => deaf || chat.receive(event);
      const take = async (step: (typeof moves)[number]) => {
        if (step === "write") server.write("x");
        if (step === "park") server.park();
        if (step === "resume") server.resume();
        if (step === "finish") server.finish();
        if (step === "send") void chat.send("more");
        if (step === "wait") await vi.advanceTimersByTimeAsync(90);
        if (step === "break") server.breakStreams();
        if (step === "down" || step === "up") server.down = step === "down";
        if (step === "hide" || step === "show") chat.setVisible(step === "show");
        if (step === "slow" || step === "fast") server.readingTakes = step === "slow" ? 60 : 0;
        if (step === "deaf" || step === "hearing") deaf = step === "deaf";
        if (step === "hearing") chat.receive({ type: "resync" });
      };
      for (const step of steps) await take(step);
      for (const step of ["up", seen ? "show" : "hide", "write", "hearing"] as const) await take(step);
      await vi.advanceTimersByTimeAsync(20_000);
      const { id: _, run, ...expected } = server.detail;
      const { exists, ...shown } = chat.snapshot();
      if (exists) expect(shown).toMatchObject({ ...expected, run: run?.status ?? "idle", trouble: null });
      expect(exists).toBe(server.detail.messages.length > 0);
      expect(server.openStreams).toBe(seen && run?.status === "running" ? 1 : 0);
    }),
    { numRuns: 500 },
  );
});

function tab() {
  const server = new FakeChatServer();
  let ids = 0;
  const chat = new LiveChat({ server, newId: () => `message-${ids++}` }, newChat("chat"));
  return { chat, server, texts: () => shownMessages(chat.snapshot()).map(textOf) };
}

/** Runs everything that is due. */
async function settle(ms = 800): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms + 33);
}
