import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { ourFlow } from "./approval-flow.ts";
import { benchStore } from "./bench-store.ts";
import { firstTokenMs } from "./chat-overhead.ts";
import { decideAll } from "./decide-all.ts";
import { clockedTool } from "./clocked-tool.ts";
import type { Figure } from "./figure.ts";
import { startFleet } from "./fleet.ts";
import { parkUnwatched } from "./park.ts";
import { median, percentile } from "./percentile.ts";
import { scriptedModel } from "./scripted-model.ts";
import { seedPeople } from "./seed-people.ts";
import { turnsWithin } from "./turns.ts";
import { withOpened } from "./with-opened.ts";

const warmUp = 100;
const measured = 300;
const decisionsPerSecond = 30;

/**
 * The same load on one instance and on three, on one PostgreSQL and behind the same proxy without affinity. All share
 * this machine with the load, the proxy, the model and the database: what is gained needs more cores than those take.
 */
export async function instances(): Promise<Figure[]> {
  const one = await measuredOn(1);
  const three = await measuredOn(3);
  const ms = (name: string, of: (all: Measured) => number): Figure[] => [
    { name: `${name}, 3 instances`, value: of(three), unit: "ms", note: `one instance ${of(one).toFixed(1)} ms` },
    { name: "… against 1", value: of(three) / of(one), unit: "×" },
  ];
  return [
    ...ms("Cold decision to start of the tool, p50", ({ starts }) => median(starts)),
    ...ms("Cold decision to start of the tool, p99", ({ starts }) => percentile(starts, 0.99)),
    ...ms("First token, p50", ({ firstTokens }) => median(firstTokens)),
    ...ms("First token, p99", ({ firstTokens }) => percentile(firstTokens, 0.99)),
    {
      name: "Turns with an approval, 3 instances",
      value: three.turns,
      unit: "turns/s",
      note: `one instance ${one.turns.toFixed(0)} turns/s`,
    },
    { name: "… against 1", value: three.turns / one.turns, unit: "×" },
  ];
}

type Measured = { starts: number[]; firstTokens: number[]; turns: number };

function measuredOn(count: number): Promise<Measured> {
  return withOpened(async (open) => {
    const say = ["Two of them are."];
    const model = await open(
      scriptedModel([
        {
          when: { user: "Read the clock.", after: "user" },
          answer: [{ call: clockedTool, arguments: { label: "x" } }],
        },
        { when: { after: "user" }, answer: say },
        { when: { after: "tool" }, answer: say },
      ]),
    );
    const env = { ...model.env, COLD_AFTER_SECONDS: "0" };
    const store = await open(benchStore("PostgreSQL"));
    const database = await open(store.connect());
    const [owner] = await seedPeople(database, 1);
    if (owner === undefined) throw new Error("Nobody is there.");
    const fleet = await open(startFleet(store, { instances: count, env, caller: owner }));
    const client = fleet.clientOf(owner);
    const flow = ourFlow(client);
    await decideAll(await parkUnwatched(flow, warmUp), decisionsPerSecond);
    const parked = await parkUnwatched(flow, measured);
    // What was parked last leaves memory, too.
    await delay(1_000);
    const starts = (await decideAll(parked, decisionsPerSecond)).map(({ startedAfterMs }) => startedAfterMs);
    const firstTokens: number[] = [];
    for (let turn = 0; turn < warmUp + measured; turn += 1) {
      const message = { id: randomUUID(), text: "And which of them are still open?" };
      firstTokens.push(await firstTokenMs(client, "/api/chat", { chatId: randomUUID(), message }));
    }
    await turnsWithin(flow, 5_000);
    return { starts, firstTokens: firstTokens.slice(warmUp), turns: await turnsWithin(flow, 10_000) };
  });
}
