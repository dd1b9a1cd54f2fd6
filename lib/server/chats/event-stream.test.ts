import { expect, test } from "vitest";
import { AppEventHub } from "./app-event-hub.ts";
import { eventStream } from "./event-stream.ts";

const keepAliveMs = 60_000;
const event = { type: "chats" } as const;

async function textOf(stream: ReadableStream<Uint8Array>, chunks: number): Promise<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let count = 0; count < chunks; count += 1) text += decoder.decode((await reader.read()).value);
  await reader.cancel();
  return text;
}

test("a person hears of their own changes and of everybody's, not of another person's", async () => {
  const changes = new AppEventHub();
  const stream = eventStream({ changes, personId: "p1", keepAliveMs });
  changes.announce({ personId: "p2", event: { type: "chat", chatId: "theirs", version: 1, run: "idle" } });
  changes.announce({ personId: "p1", event });
  changes.announce({ personId: null, event: { type: "servers" } });
  expect(await textOf(stream, 3)).toBe(': open\n\ndata: {"type":"chats"}\n\ndata: {"type":"servers"}\n\n');
});

test("G7: a client that never reads is cut off and forgotten, and the others go on hearing", async () => {
  const changes = new AppEventHub();
  const silent = eventStream({ changes, personId: "p1", keepAliveMs });
  for (let count = 0; count < 5_000; count += 1) changes.announce({ personId: "p1", event });
  const other = eventStream({ changes, personId: "p1", keepAliveMs });
  changes.announce({ personId: "p1", event });
  expect(await textOf(other, 2)).toContain("chats");
  await expect(silent.getReader().read()).rejects.toThrow("too slowly");
  // Both have ended.
  expect(changes.areWatched).toBe(false);
});
