import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import type { InboxPage } from "#lib/approvals/inbox-page.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { next } from "./approval-flow.ts";
import { benchStore } from "./bench-store.ts";
import { clockedTool } from "./clocked-tool.ts";
import type { Figure } from "./figure.ts";
import { startFleet } from "./fleet.ts";
import type { HttpClient } from "./http-client.ts";
import { monotonicMs } from "./monotonic-ms.ts";
import { median, percentile } from "./percentile.ts";
import { callingOnce, scriptedModel } from "./scripted-model.ts";
import { seedParked } from "./seed-parked.ts";
import { seedPeople, type SeededPerson } from "./seed-people.ts";
import { withOpened } from "./with-opened.ts";

const waiting = 10_000;
const reads = 200;
const warmUp = 20;
const opened = 100;

/**
 * An inbox in which 10,000 cards wait, half of them from other people: how long the server takes for it, and how soon a
 * new card is there on an instance other than the one that asks.
 */
export function inbox(): Promise<Figure[]> {
  return withOpened(async (open) => {
    const model = await open(scriptedModel(callingOnce(clockedTool)));
    const env = { ...model.env, COLD_AFTER_SECONDS: "0" };
    const store = await open(benchStore("PostgreSQL"));
    const database = await open(store.connect());
    const people = await seedPeople(database, 2);
    const [owner, other] = people;
    if (owner === undefined || other === undefined) throw new Error("Nobody is there.");
    await seedParked(store, database, { env, people, copies: waiting });
    await askOthers(database, other);
    const fleet = await open(startFleet(store, { instances: 2, env, caller: owner }));
    const [asking, watching] = [fleet.clientOf(owner, 0), fleet.clientOf(owner, 1)];
    const { count } = JSON.parse(await watching.get("/api/inbox/count")) as { count: number };
    if (count < 1_000) throw new Error(`Only ${count} wait.`);
    const figures: Figure[] = [];
    const read = async (name: string, path: string) => {
      const taken = await timesOf(watching, path);
      const note = `p50 ${median(taken).toFixed(1)} ms`;
      figures.push({ name: `${name}, p95`, value: percentile(taken, 0.95), unit: "ms", target: { atMost: 100 }, note });
    };
    await read("First page of the inbox (API)", "/api/inbox");
    await read("A page in the middle", `/api/inbox?after=${await middleOf(watching)}`);
    await read("Filtered by tool and risk", "/api/inbox?serverId=clocked&toolName=clock&risk=3");
    await read("Only from others", "/api/inbox?whose=others");
    await read("Count", "/api/inbox/count");
    await read("What can be filtered by", "/api/inbox/choices");
    await read("The whole page /inbox, drawn", "/inbox");
    const { told, shown } = await latencies(asking, watching);
    return [
      ...figures,
      {
        name: "A new card: from the asking instance's answer to the other one's event, p95",
        value: percentile(told, 0.95),
        unit: "ms",
        note: `p50 ${median(told).toFixed(1)} ms`,
      },
      {
        name: "… to the card read there, p95",
        value: percentile(shown, 0.95),
        unit: "ms",
        target: { atMost: 200 },
        note: `p50 ${median(shown).toFixed(1)} ms; with the 50 ms that a page rests before it reads`,
      },
    ];
  });
}

/** Mixes the risks, and lets what the other person's agent asks be answered by somebody else. */
async function askOthers({ db }: Database, other: SeededPerson): Promise<void> {
  await sql`update approvals set risk = abs(hashtext(id)) % 6`.execute(db);
  await db.updateTable("approvals").set({ who_kind: "other" }).where("person_id", "=", other.id).execute();
  await sql`analyze`.execute(db);
}

async function timesOf(client: HttpClient, path: string): Promise<number[]> {
  const taken: number[] = [];
  for (let turn = 0; turn < warmUp + reads; turn += 1) {
    const begin = monotonicMs();
    await client.get(path);
    taken.push(monotonicMs() - begin);
  }
  return taken.slice(warmUp);
}

async function middleOf(client: HttpClient): Promise<string> {
  let after = "";
  for (let page = 0; page < waiting / 100; page += 1) {
    const path = after === "" ? "/api/inbox" : `/api/inbox?after=${after}`;
    const read = JSON.parse(await client.get(path)) as InboxPage;
    if (read.next === null) throw new Error("The inbox ended too soon.");
    after = encodeURIComponent(read.next);
  }
  return after;
}

/** What a page rests before it reads what it heard of. */
const restMs = 50;

type Seen = { toldAt: number; shownAt: number };

/** Both in ms since the asking instance's own stream showed the question. */
async function latencies(asking: HttpClient, watching: HttpClient): Promise<{ told: number[]; shown: number[] }> {
  const { chunks, leave } = await watching.listen("/api/events");
  const waits = new Map<string, () => void>();
  let hasLeft = false;
  const listen = async () => {
    for await (const event of chunks) if (event.type === "chat") waits.get(String(event["chatId"]))?.();
  };
  const hearing = listen().catch((error: unknown) => {
    // To leave is to break the connection.
    if (!hasLeft) throw error;
  });
  const told: number[] = [];
  const shown: number[] = [];
  for (let turn = 0; turn < warmUp + opened; turn += 1) {
    const chatId = randomUUID();
    const seen = Promise.withResolvers<Seen>();
    waits.set(chatId, readingAsPagesDo(watching, chatId, seen));
    const body = { chatId, message: { id: randomUUID(), text: "Read the clock." } };
    const stream = await asking.stream("/api/chat", body);
    await next(stream.chunks, "tool-approval-request");
    const openedAt = monotonicMs();
    const { toldAt, shownAt } = await seen.promise;
    told.push(Math.max(0, toldAt - openedAt));
    shown.push(Math.max(0, shownAt - openedAt));
    stream.leave();
    waits.delete(chatId);
  }
  hasLeft = true;
  leave();
  await hearing;
  return { told: told.slice(warmUp), shown: shown.slice(warmUp) };
}

/** Reads the inbox soon after each event, one reading at a time, until the card is in it. */
function readingAsPagesDo(client: HttpClient, chatId: string, seen: PromiseWithResolvers<Seen>): () => void {
  let isReading = false;
  let again = false;
  const heard = () => {
    if (isReading) return void (again = true);
    isReading = true;
    const toldAt = monotonicMs();
    const read = async () => {
      await delay(restMs);
      again = false;
      const { entries } = JSON.parse(await client.get(`/api/inbox?chatId=${chatId}`)) as InboxPage;
      if (entries.length > 0) seen.resolve({ toldAt, shownAt: monotonicMs() });
      isReading = false;
      if (again && entries.length === 0) heard();
    };
    read().catch(seen.reject);
  };
  return heard;
}
