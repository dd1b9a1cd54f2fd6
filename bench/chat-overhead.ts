import { randomUUID } from "node:crypto";
import { startApp } from "#e2e/support/app.ts";
import { next, toEnd } from "./approval-flow.ts";
import type { Figure } from "./figure.ts";
import { type HttpClient, httpClient } from "./http-client.ts";
import { monotonicMs } from "./monotonic-ms.ts";
import { median, percentile } from "./percentile.ts";
import { scriptedModel } from "./scripted-model.ts";
import { cookieOf, history, seedChats } from "./seed-chats.ts";
import { startProcess } from "./start-process.ts";
import { withOpened } from "./with-opened.ts";

const warmUp = 60;
const measured = 300;
const text = "And which of them are still open?";

/**
 * What `/api/chat` adds before the first token, against a route that only calls `streamText`: the same model, the same
 * history (which the client posts to the bare route, and the app reads from its store), one request at a time, taking
 * turns. The app runs as it is shipped, with its workspace server and its tools; the bare route has none.
 */
export async function chatOverhead(): Promise<Figure[]> {
  return [...(await overheadWith(20, 3)), ...(await overheadWith(200, 8))];
}

function overheadWith(messages: number, targetMs: number): Promise<Figure[]> {
  return withOpened(async (open) => {
    const chatIds = Array.from({ length: warmUp + measured }, () => randomUUID());
    const seed = history(messages);
    const { dataDir, token } = await open(seedChats(chatIds, seed));
    const model = await open(scriptedModel([["Two of them are."]]));
    const app = await open(startApp({ env: { ...model.env, DATA_DIR: dataDir } }));
    const route = await open(startProcess("bench/bare-route.ts", model.url));
    const appClient = await open(httpClient(app.url, cookieOf(token, app.url)));
    const bareClient = await open(httpClient(route.said));
    const ours: number[] = [];
    const bare: number[] = [];
    for (const chatId of chatIds) {
      const message = { id: randomUUID(), text };
      ours.push(await firstTokenMs(appClient, "/api/chat", { chatId, message }));
      const question = { id: message.id, role: "user", parts: [{ type: "text", text }] };
      bare.push(await firstTokenMs(bareClient, "/plain", { messages: [...seed, question] }));
    }
    return figuresOf(messages, targetMs, { ours: ours.slice(warmUp), bare: bare.slice(warmUp) });
  });
}

function figuresOf(messages: number, targetMs: number, { ours, bare }: { ours: number[]; bare: number[] }): Figure[] {
  const at = (share: number) =>
    `${percentile(ours, share).toFixed(1)} against ${percentile(bare, share).toFixed(1)} ms`;
  return [
    {
      name: `/api/chat before the first token, ${messages} messages, p50`,
      value: median(ours) - median(bare),
      unit: "ms",
      target: { atMost: targetMs },
      note: at(0.5),
    },
    {
      name: `/api/chat before the first token, ${messages} messages, p99`,
      value: percentile(ours, 0.99) - percentile(bare, 0.99),
      unit: "ms",
      note: at(0.99),
    },
    { name: `… against the bare route, p50`, value: median(ours) / median(bare), unit: "×" },
  ];
}

/** From sending to the first text; then reads the rest, so that the next request finds a server at rest. */
export async function firstTokenMs(client: HttpClient, path: string, body: object): Promise<number> {
  const { chunks, sentAt } = await client.stream(path, body);
  await next(chunks, "text-delta");
  const tookMs = monotonicMs() - sentAt;
  await toEnd(chunks);
  return tookMs;
}
