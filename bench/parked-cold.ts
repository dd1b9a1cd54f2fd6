import { setTimeout as delay } from "node:timers/promises";
import { benchStore, storeKinds, type StoreKind } from "./bench-store.ts";
import { cpuOf } from "./cpu-of.ts";
import { clockedTool } from "./clocked-tool.ts";
import type { Figure } from "./figure.ts";
import { startFleet, type Fleet } from "./fleet.ts";
import type { HttpClient } from "./http-client.ts";
import { memoryOf } from "./memory-of.ts";
import { monotonicMs } from "./monotonic-ms.ts";
import { preloading } from "./peers.ts";
import { percentile } from "./percentile.ts";
import { callingOnce, scriptedModel } from "./scripted-model.ts";
import { seedParked } from "./seed-parked.ts";
import { seedPeople, type SeededPerson } from "./seed-people.ts";
import { settle } from "./settle.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { withOpened } from "./with-opened.ts";

const approvals = 100_000;
const people = 2_000;
const looks = 100;
const idleMs = 30_000;

/** What 100,000 approvals cost while they wait for weeks, against a store with nothing in it. */
export async function parkedCold(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of storeKinds) figures.push(...(await parkedColdOn(kind)));
  return figures;
}

function parkedColdOn(kind: StoreKind): Promise<Figure[]> {
  return withOpened(async (open) => {
    const model = await open(scriptedModel(callingOnce(clockedTool)));
    const env = { ...model.env, ...preloading("report-memory.ts") };
    const store = await open(benchStore(kind));
    const database = await open(store.connect());
    const everybody = await seedPeople(database, people);
    const [owner, somebody] = everybody;
    if (owner === undefined || somebody === undefined) throw new Error("Nobody is there.");
    // Once before, so that its first start on this store does not count.
    await usedFleet(store, env, async () => {});
    const empty = await usedFleet(store, env, (fleet) => atRest(fleet, somebody));
    await seedParked(store, database, { env, people: everybody, copies: approvals });
    await usedFleet(store, env, () => untilSigned(database));
    const full = await usedFleet(store, env, async (fleet) => {
      const rest = await atRest(fleet, somebody);
      const client = fleet.clientOf(somebody, 0);
      const one = await timesOf(client, "/api/approvals?limit=200");
      const chats = await timesOf(client, "/api/chats");
      await database.db.updateTable("approvals").set({ person_id: owner.id }).where("status", "=", "pending").execute();
      await settle(database);
      const all = await timesOf(fleet.clientOf(owner, 0), "/api/approvals?limit=200");
      return { ...rest, one, chats, all };
    });
    const { result } = full;
    const each = approvals / people;
    const MB = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
    return [
      {
        name: `${kind}: memory with 100,000 parked approvals`,
        value: result.memory.rss / empty.result.memory.rss,
        unit: "×",
        target: { atMost: 1.2 },
        note: `RSS ${MB(result.memory.rss)} against ${MB(empty.result.memory.rss)} on an empty store`,
      },
      {
        name: `${kind}: … heap after a garbage collection`,
        value: result.memory.heapUsed / empty.result.memory.heapUsed,
        unit: "×",
        note: `${MB(result.memory.heapUsed)} against ${MB(empty.result.memory.heapUsed)}`,
      },
      {
        name: `${kind}: start`,
        value: full.startMs / 1_000,
        unit: "s",
        target: { atMost: 3 },
        note: `${(empty.startMs / 1_000).toFixed(2)} s on an empty store`,
      },
      {
        name: `${kind}: open approvals of one of ${people} people, p95`,
        value: percentile(result.one, 0.95),
        unit: "ms",
        target: { atMost: 50 },
        note: `${each} of them; GET /api/approvals?limit=200, p50 ${percentile(result.one, 0.5).toFixed(1)} ms`,
      },
      {
        name: `${kind}: … of a person who has all, p95`,
        value: percentile(result.all, 0.95),
        unit: "ms",
        target: { atMost: 50 },
        note: `p50 ${percentile(result.all, 0.5).toFixed(1)} ms`,
      },
      {
        name: `${kind}: … list of chats of one, p95`,
        value: percentile(result.chats, 0.95),
        unit: "ms",
        note: `GET /api/chats, p50 ${percentile(result.chats, 0.5).toFixed(1)} ms`,
      },
      {
        name: `${kind}: idle`,
        value: result.cpu * 100,
        unit: "%",
        target: { atMost: 1 },
        note: `of a core, over ${idleMs / 1_000} s; ${(empty.result.cpu * 100).toFixed(2)} % on an empty store`,
      },
    ];
  });
}

type Store = Parameters<typeof startFleet>[0];

/** One app for as long as `use` takes, and how long it took from its process to its first answer. */
async function usedFleet<Result>(
  store: Store,
  env: Record<string, string>,
  use: (fleet: Fleet) => Promise<Result>,
): Promise<{ startMs: number; result: Result }> {
  const begin = performance.now();
  const fleet = await startFleet(store, { instances: 1, env });
  const startMs = performance.now() - begin;
  try {
    return { startMs, result: await use(fleet) };
  } finally {
    await fleet.close();
  }
}

/** After somebody has looked at what there is for them. */
async function atRest(fleet: Fleet, person: SeededPerson) {
  const client = fleet.clientOf(person, 0);
  for (const path of ["/api/chats", "/api/approvals?limit=200"]) await timesOf(client, path);
  const [instance] = fleet.instances;
  if (instance === undefined) throw new Error("No instance runs.");
  const memory = await memoryOf(instance);
  // What was just asked for is compiled, collected and closed a little later.
  await delay(10_000);
  return { memory, cpu: await cpuOf(instance.pid(), idleMs) };
}

/** What was seeded came all at once, and the app checks each record once before it signs the end of the trail. */
async function untilSigned({ db }: Database): Promise<void> {
  for (;;) {
    const [signed, sealed] = await Promise.all(
      (["audit_heads", "audit_seals"] as const).map((table) =>
        db
          .selectFrom(table)
          .select(({ fn }) => fn.max<number | null>("position").as("position"))
          .executeTakeFirst(),
      ),
    );
    if ((signed?.position ?? 0) >= (sealed?.position ?? 0)) return;
    await delay(500);
  }
}

async function timesOf(client: HttpClient, path: string): Promise<number[]> {
  const times: number[] = [];
  for (let look = 0; look < looks; look += 1) {
    const begin = monotonicMs();
    await client.get(path);
    times.push(monotonicMs() - begin);
  }
  return times;
}
