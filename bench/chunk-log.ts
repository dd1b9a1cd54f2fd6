import { randomUUID } from "node:crypto";
import { next, untilAvailable } from "./approval-flow.ts";
import { benchStore } from "./bench-store.ts";
import type { Figure } from "./figure.ts";
import { startFleet } from "./fleet.ts";
import type { HttpClient } from "./http-client.ts";
import { monotonicMs } from "./monotonic-ms.ts";
import { preloading } from "./peers.ts";
import { median } from "./percentile.ts";
import { scriptedModel, words } from "./scripted-model.ts";
import { seedPeople } from "./seed-people.ts";
import { withOpened } from "./with-opened.ts";

const tokens = 1_000;
const warmUp = 20;
const pairs = 100;
const atOnce = 16;
const rounds = 8;

/**
 * What it costs a streaming answer that every process can follow it: answers with and without their log take turns in one
 * process, from a model that writes as fast as it can, and from one that writes as fast as real ones do.
 */
export async function chunkLog(): Promise<Figure[]> {
  const one = await alternating({ atOnce: 1, pauseMs: 0 }, warmUp, pairs);
  const paced = await alternating({ atOnce, pauseMs: 5 }, 1, rounds);
  const many = await alternating({ atOnce, pauseMs: 0 }, 2, rounds);
  const rate = (answers: readonly Streamed[]) => median(answers.map(({ perSecond }) => perSecond));
  const first = (answers: readonly Streamed[]) => median(answers.map(({ firstMs }) => firstMs));
  const cost = ({ logged, bare }: Both) => (1 - rate(logged) / rate(bare)) * 100;
  const rates = ({ logged, bare }: Both) =>
    `${rate(logged).toFixed(0)} against ${rate(bare).toFixed(0)} tokens/s, ${logged.length} answers of ${tokens} tokens each way`;
  return [
    {
      name: "Chunk log, of the tokens per second",
      value: cost(one),
      unit: "%",
      target: { atMost: 5 },
      note: `one answer at a time; ${rates(one)}`,
    },
    {
      name: "… first token, p50",
      value: first(one.logged) - first(one.bare),
      unit: "ms",
      target: { atMost: 1 },
      note: `${first(one.logged).toFixed(2)} against ${first(one.bare).toFixed(2)} ms`,
    },
    {
      name: `… of the tokens per second, ${atOnce} answers at once from a model with a pace`,
      value: cost(paced),
      unit: "%",
      target: { atMost: 5 },
      note: `at most 200 tokens/s each; ${rates(paced)}`,
    },
    {
      name: `… as fast as it can, ${atOnce} answers at once`,
      value: cost(many),
      unit: "%",
      note: `of each; ${rates(many)}`,
    },
  ];
}

type Streamed = { firstMs: number; perSecond: number };
type Both = { logged: Streamed[]; bare: Streamed[] };

type Load = { atOnce: number; pauseMs: number };

/** So many answers at once that are logged, then so many that are not, and so on. */
function alternating({ atOnce: count, pauseMs }: Load, unmeasured: number, measured: number): Promise<Both> {
  return withOpened(async (open) => {
    const answer = pauseMs === 0 ? words(tokens) : words(tokens).flatMap((word) => [word, { delayMs: pauseMs }]);
    const model = await open(scriptedModel([answer]));
    const env = { ...model.env, ...preloading("use-every-other-chunk-log.ts"), CHUNK_LOGS_IN_A_ROW: String(count) };
    const store = await open(benchStore("PostgreSQL"));
    const database = await open(store.connect());
    const [owner] = await seedPeople(database, 1);
    if (owner === undefined) throw new Error("Nobody is there.");
    const fleet = await open(startFleet(store, { instances: 1, env }));
    const client = fleet.clientOf(owner, 0);
    const answers = () => Promise.all(Array.from({ length: count }, () => streamed(client)));
    const both: Both = { logged: [], bare: [] };
    for (let round = 0; round < unmeasured + measured; round += 1) {
      const [logged, bare] = [await answers(), await answers()];
      if (round < unmeasured) continue;
      both.logged.push(...logged);
      both.bare.push(...bare);
    }
    return both;
  });
}

async function streamed(client: HttpClient): Promise<Streamed> {
  const turn = { chatId: randomUUID(), message: { id: randomUUID(), text: "Tell me everything." } };
  const { chunks, sentAt } = await untilAvailable(() => client.stream("/api/chat", turn));
  await next(chunks, "text-delta");
  const firstAt = monotonicMs();
  await next(chunks, "text-end");
  const perSecond = tokens / ((monotonicMs() - firstAt) / 1_000);
  // To the end, so that the next answer finds a process at rest.
  await next(chunks, "finish");
  return { firstMs: firstAt - sentAt, perSecond };
}
