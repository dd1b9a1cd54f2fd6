import { setTimeout as delay } from "node:timers/promises";
import { ourFlow } from "./approval-flow.ts";
import { benchStore, type StoreKind } from "./bench-store.ts";
import { decideAll, type Decided } from "./decide-all.ts";
import { clockedTool } from "./clocked-tool.ts";
import type { Figure } from "./figure.ts";
import { startFleet, type Fleet } from "./fleet.ts";
import { parkUnwatched } from "./park.ts";
import { bareRouteWithTool } from "./peers.ts";
import { median, percentile } from "./percentile.ts";
import { callingOnce, scriptedModel } from "./scripted-model.ts";
import { seedParked } from "./seed-parked.ts";
import { seedPeople, type SeededPerson } from "./seed-people.ts";
import { withOpened } from "./with-opened.ts";

const warmUp = 200;
const decisions = 600;
const parkedBeside = 10_000;

/**
 * From a person's decision to the start of the tool, wherever the decision arrives. All runs wait before the first
 * decision; after its decision each goes on to the model's last word.
 */
export async function decisionToStart(): Promise<Figure[]> {
  const never = { COLD_AFTER_SECONDS: "never" };
  const atOnce = { COLD_AFTER_SECONDS: "0" };
  const file = await decided("SQLite", { instances: 1, env: never, perSecond: 50 });
  const coldFile = await decided("SQLite", { instances: 1, env: atOnce, perSecond: 50 });
  const other = await decided("PostgreSQL", { instances: 2, env: never, perSecond: 50, elsewhere: true });
  const calm = { perSecond: 20, beside: parkedBeside };
  const calmOther = await decided("PostgreSQL", { instances: 2, env: never, elsewhere: true, ...calm });
  const calmThree = await decided("PostgreSQL", { instances: 3, env: atOnce, ...calm });
  const one = await decided("PostgreSQL", { instances: 1, env: atOnce, perSecond: 100, beside: parkedBeside });
  const three = await decided("PostgreSQL", { instances: 3, env: atOnce, perSecond: 100, beside: parkedBeside });
  const bare = await bareRouteWithTool(async (flow) => {
    await decideAll(await parkUnwatched(flow, warmUp), 50);
    return decideAll(await parkUnwatched(flow, decisions), 50);
  });
  const above = file.map(({ startedAfterMs, repliedAfterMs }) => startedAfterMs - repliedAfterMs);
  return [
    {
      name: "SQLite, in memory: start of the tool after the decision's reply, p50",
      value: median(above),
      unit: "ms",
      target: { atMost: 2 },
      note: `p99 ${percentile(above, 0.99).toFixed(1)} ms; the POST itself takes ${median(replies(file)).toFixed(1)} ms; 50 decisions/s`,
    },
    ...startsOf("SQLite, in memory", file),
    ...startsOf("SQLite, cold", coldFile),
    ...startsOf("PostgreSQL, in memory of one instance, decided on another", other, { p50: 15, p99: 60 }),
    ...startsOf("PostgreSQL, cold, decided on any of 3 instances at 100/s", three, { p50: 15, p99: 60 }),
    ...startsOf("PostgreSQL, cold, one instance at 100/s", one),
    // What the way takes where its processors are not the limit.
    ...startsOf("PostgreSQL, in memory of one instance, decided on another at 20/s", calmOther),
    ...startsOf("PostgreSQL, cold, decided on any of 3 instances at 20/s", calmThree),
    { name: "… 3 instances against 1, p50", value: median(starts(three)) / median(starts(one)), unit: "×" },
    {
      name: "SQLite against the AI SDK's own approvals, p50",
      value: median(starts(file)) / median(starts(bare)),
      unit: "×",
      note: `p50 ${median(starts(bare)).toFixed(1)} ms, nothing on disk`,
    },
    {
      name: "PostgreSQL, cold, 3 instances, against the AI SDK's own approvals, p50",
      value: median(starts(three)) / median(starts(bare)),
      unit: "×",
    },
  ];
}

type Setting = {
  instances: number;
  env: Record<string, string>;
  perSecond: number;
  /** Decide on another instance than the one that asked. */
  elsewhere?: boolean;
  /** Parked runs of other people in the same store. */
  beside?: number;
};

function decided(kind: StoreKind, { instances, env, perSecond, elsewhere = false, beside = 0 }: Setting) {
  return withOpened(async (open): Promise<Decided[]> => {
    const model = await open(scriptedModel(callingOnce(clockedTool)));
    const all = { ...model.env, ...env };
    const store = await open(benchStore(kind));
    const database = await open(store.connect());
    const people = await seedPeople(database, 200);
    const [owner] = people;
    if (owner === undefined) throw new Error("Nobody is there.");
    if (beside > 0) await seedParked(store, database, { env: all, people, copies: beside });
    const fleet = await open(startFleet(store, { instances, env: all, caller: owner }));
    const flow = ourFlow(fleet.clientOf(owner, 0), deciders(fleet, owner, elsewhere));
    await decideAll(await parkUnwatched(flow, warmUp), perSecond);
    const parked = await parkUnwatched(flow, decisions);
    // What was parked last leaves memory, too.
    await delay(1_000);
    return decideAll(parked, perSecond);
  });
}

function deciders({ instances, clientOf }: Fleet, person: SeededPerson, elsewhere: boolean) {
  return instances.map((_, index) => clientOf(person, index)).slice(elsewhere ? 1 : 0);
}

function startsOf(name: string, all: readonly Decided[], target?: { p50: number; p99: number }): Figure[] {
  const value = (share: number) => percentile(starts(all), share);
  const note = `the decision's reply p50 ${median(replies(all)).toFixed(1)} ms, p99 ${percentile(replies(all), 0.99).toFixed(1)} ms`;
  return [
    {
      name: `${name}, p50`,
      value: value(0.5),
      unit: "ms",
      note,
      ...(target ? { target: { atMost: target.p50 } } : {}),
    },
    { name: `${name}, p99`, value: value(0.99), unit: "ms", ...(target ? { target: { atMost: target.p99 } } : {}) },
  ];
}

function starts(all: readonly Decided[]): number[] {
  return all.map(({ startedAfterMs }) => startedAfterMs);
}

function replies(all: readonly Decided[]): number[] {
  return all.map(({ repliedAfterMs }) => repliedAfterMs);
}
