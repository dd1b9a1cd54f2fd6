import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { startApp } from "#e2e/support/app.ts";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { rankTools } from "#lib/agent/step/rank-tools.ts";
import { type ChatTools, countOn } from "#lib/chat/chat-tools.ts";
import { firstTokenMs } from "./chat-overhead.ts";
import { claimApp } from "./claim-app.ts";
import type { Figure } from "./figure.ts";
import { manyServers, servers, toolsEach } from "./many-servers.ts";
import { memoryOf } from "./memory-of.ts";
import { monotonicMs } from "./monotonic-ms.ts";
import { preloading } from "./peers.ts";
import { median, percentile } from "./percentile.ts";
import { scriptedModel } from "./scripted-model.ts";
import { type Open, withOpened } from "./with-opened.ts";

const warmUp = 20;
const measured = 100;
const all = servers * toolsEach;

/** What many servers with many tools cost: at the start, in memory, and in every step of a chat. */
export async function chatTools(): Promise<Figure[]> {
  const none = await withOpened((open) => chatsWith(open, {}, "128"));
  const found = await withOpened(async (open) => chatsWith(open, await manyServers(open), "128"));
  const sent = await withOpened(async (open) => chatsWith(open, await manyServers(open), "unlimited"));
  const more = `${all} tools of ${servers} servers`;
  const firstTokens = (name: string, { tookMs, target }: { tookMs: number[]; target?: Figure["target"] }): Figure[] => [
    { name, value: median(tookMs), unit: "ms", ...(target && { target }), note: "message sent to first token, warm" },
    { name: "… p99", value: percentile(tookMs, 0.99), unit: "ms" },
  ];
  const target = { atMost: 100 };
  return [
    {
      name: `Start to ready with ${more}`,
      value: found.startMs,
      unit: "ms",
      note: `${none.startMs.toFixed(0)} ms without`,
    },
    { name: "… until all are on offer", value: found.offeredMs, unit: "ms" },
    {
      name: `Memory that ${more} take`,
      value: (found.rss - none.rss) / 1e6,
      unit: "MB",
      target: { atMost: 150 },
      note: "RSS after the turns below and a garbage collection, against none",
    },
    ...firstTokens("A turn without servers, p50", none),
    ...firstTokens(`A turn that finds tools among ${all}, p50`, { ...found, target }),
    ...firstTokens(`A turn that carries all ${all}, p50`, { ...sent, target }),
    ...(await searches()),
  ];
}

async function chatsWith(open: Open, mcpServers: Record<string, object>, TOOLS_PER_REQUEST: string) {
  const model = await open(scriptedModel([["Two of them are."]]));
  const env = { ...model.env, ...preloading("report-memory.ts"), TOOLS_PER_REQUEST };
  const since = monotonicMs();
  const app = await open(startApp({ mcp: { mcpServers }, env }));
  const startMs = monotonicMs() - since;
  const client = await open(claimApp(app));
  // Our own server answers with exactly this.
  const offered = async () => countOn(JSON.parse(await client.get("/api/chat/new/tools")) as ChatTools, new Set());
  while ((await offered()) < Object.keys(mcpServers).length * toolsEach) await delay(20);
  const offeredMs = monotonicMs() - since;
  const tookMs: number[] = [];
  for (let count = 0; count < warmUp + measured; count += 1) {
    const message = { id: randomUUID(), text: "Which of them are still open?" };
    tookMs.push(await firstTokenMs(client, "/api/chat", { chatId: randomUUID(), message }));
  }
  return { startMs, offeredMs, tookMs: tookMs.slice(warmUp), rss: (await memoryOf(app)).rss };
}

/** What `find_tools` itself computes. */
async function searches(): Promise<Figure[]> {
  const described = {
    description: "Does one of many things, and says so in a description of ordinary length for a model.",
  };
  const tools = new Map(Array.from({ length: all }, (_, at) => [`tool_${at}`, fakeTool(`tool_${at}`, described)]));
  const search = async () => {
    const since = monotonicMs();
    await rankTools(tools, { query: "create calendar event of many things", most: 10, isUsable: () => true });
    return monotonicMs() - since;
  };
  const first = await search();
  const later: number[] = [];
  for (let count = 0; count < measured; count += 1) later.push(await search());
  return [
    { name: `find_tools among ${all}, the first after a change`, value: first, unit: "ms" },
    { name: "… later, p50", value: median(later), unit: "ms" },
  ];
}
