import { randomUUID } from "node:crypto";
import { startApp, type App } from "#e2e/support/app.ts";
import { untilAvailable } from "./approval-flow.ts";
import { claimApp } from "./claim-app.ts";
import { cpuSecondsOf } from "./cpu-seconds-of.ts";
import type { Figure } from "./figure.ts";
import { appWithMemory } from "./peers.ts";
import { scriptedModel, words } from "./scripted-model.ts";
import { withOpened } from "./with-opened.ts";

/**
 * What the app itself uses of the processor for a whole turn with an approval, and for answers that are only read: from
 * a model that writes as fast as it can, and from one that writes 200 words a second.
 */
export async function turnCost(): Promise<Figure[]> {
  const turn = await appWithMemory((flow, app) =>
    msEach(app, { warmUp: 400, measured: 600, atOnce: 8 }, async () => {
      const { approve, startedAt } = await flow();
      await Promise.all([approve(), startedAt()]);
    }),
  );
  const fast = await answers({ count: 1_000, pauseMs: 0 }, { warmUp: 40, measured: 80, atOnce: 4 });
  const paced = await answers({ count: 300, pauseMs: 5 }, { warmUp: 16, measured: 48, atOnce: 16 });
  const pieces = (count: number) => `in ${count.toFixed(0)} pieces`;
  return [
    { name: "Processor time of a turn with an approval", value: turn, unit: "ms", note: "8 at once" },
    { name: "… of an answer of 1,000 words at once", value: fast.ms, unit: "ms", note: pieces(fast.pieces) },
    { name: "… of an answer of 300 words at 200 a second", value: paced.ms, unit: "ms", note: pieces(paced.pieces) },
  ];
}

type Load = { warmUp: number; measured: number; atOnce: number };

async function msEach(app: App, { warmUp, measured, atOnce }: Load, work: () => Promise<void>): Promise<number> {
  await repeat(warmUp, atOnce, work);
  const before = await cpuSecondsOf(app.pid());
  await repeat(measured, atOnce, work);
  return (((await cpuSecondsOf(app.pid())) - before) / measured) * 1_000;
}

async function repeat(count: number, atOnce: number, work: () => Promise<void>): Promise<void> {
  let left = count;
  const worker = async () => {
    for (; left > 0; await work()) left -= 1;
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

function answers({ count, pauseMs }: { count: number; pauseMs: number }, load: Load) {
  return withOpened(async (open) => {
    const all = words(count);
    const script = pauseMs === 0 ? all : all.flatMap((word) => [word, { delayMs: pauseMs }]);
    const model = await open(scriptedModel([script]));
    const app = await open(startApp({ mcp: { mcpServers: {} }, env: model.env }));
    const client = await open(claimApp(app));
    let pieces = 0;
    let answered = 0;
    const ms = await msEach(app, load, async () => {
      const turn = { chatId: randomUUID(), message: { id: randomUUID(), text: "Tell me everything." } };
      const { chunks } = await untilAvailable(() => client.stream("/api/chat", turn));
      for await (const { type } of chunks) if (type === "text-delta") pieces += 1;
      answered += 1;
    });
    return { ms, pieces: pieces / answered };
  });
}
