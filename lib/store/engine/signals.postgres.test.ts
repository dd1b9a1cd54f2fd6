import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { tcpProxy, type TcpProxy } from "#e2e/support/tcp-proxy.ts";
import { createDatabase } from "#e2e/support/test-template.ts";
import { inTransaction, type Database } from "./database.ts";
import { postgresSignals } from "./postgres-signals.ts";
import { postgresDatabase } from "./postgres.ts";
import type { Signal } from "./signals.ts";

const chat = (chatId: string, version: number): Signal => ({ type: "chat", personId: "p1", chatId, version });

test("every other process hears a signal, the one that tells it does not", async () => {
  const url = await newUrl();
  const [one, two, three] = [await process(url), await process(url), await process(url)];
  one.signals.send({ type: "claimed" });
  two.signals.send({ type: "chunks", runId: "r" });
  await expect.poll(() => three.heard).toHaveLength(2);
  await expect.poll(() => one.heard).toEqual([{ type: "chunks", runId: "r" }]);
  await expect.poll(() => two.heard).toEqual([{ type: "claimed" }]);
});

test("signals sent together arrive once, and of one chat only the latest", async () => {
  const url = await newUrl();
  const [one, two] = [await process(url), await process(url)];
  for (let version = 1; version <= 50; version += 1) {
    one.signals.send(chat("a", version));
    one.signals.send({ type: "chunks", runId: "r" });
  }
  await expect.poll(() => two.heard).toEqual([chat("a", 50), { type: "chunks", runId: "r" }]);
});

test("hundreds of signals at once arrive whole, also with names that are not ASCII", async () => {
  const url = await newUrl();
  const [one, two] = [await process(url), await process(url)];
  const many = Array.from({ length: 400 }, (_, index) => chat(`chat-${index}-☂`.padEnd(64, "é"), index));
  for (const signal of many) one.signals.send(signal);
  await expect.poll(() => two.heard.length).toBe(400);
  expect(two.heard).toEqual(many);
});

test("a signal of a transaction is heard when that commits, and never when it does not", async () => {
  const url = await newUrl();
  const [one, two] = [await process(url), await process(url)];
  const stopped: Signal = { type: "stopped", runId: "kept", endedBy: "stop" };
  const rolledBack = inTransaction(one.database, async (trx) => {
    await one.signals.sendWith(trx, { type: "stopped", runId: "undone", endedBy: "stop" });
    throw new Error("no");
  });
  await expect(rolledBack).rejects.toThrow("no");
  await inTransaction(one.database, (trx) => one.signals.sendWith(trx, stopped));
  await expect.poll(() => two.heard).toEqual([stopped]);
  expect(one.heard).toEqual([]);
});

test("a listener that fails, and words that nobody understands, leave the others alone", async () => {
  const url = await newUrl();
  const [one, two] = [await process(url), await process(url)];
  two.signals.listen(() => {
    throw new Error("listener");
  });
  const late: Signal[] = [];
  two.signals.listen((signal) => late.push(signal));
  const { db } = one.database;
  for (const words of ["", "not json", "[]", "null", '{"from":7}']) {
    await sql`select pg_notify('countersign', ${words})`.execute(db);
  }
  one.signals.send({ type: "claimed" });
  await expect.poll(() => late).toEqual([{ type: "claimed" }]);
  expect(two.log.filter((event) => event === "signals.not-understood")).toHaveLength(5);
});

test("a connection that is cut is made again, and what was told meanwhile by this process is heard then", async () => {
  const url = await newUrl();
  const wire = await wireTo(url);
  const [one, two] = [await process(through(url, wire.port)), await process(url)];
  wire.cut();
  // It is away for a moment only.
  await expect.poll(() => one.log).toEqual(["signals.connection-lost"]);
  one.signals.send({ type: "claimed" });
  await expect.poll(() => one.signals.isListening()).toBe(true);
  await expect.poll(() => two.heard).toEqual([{ type: "claimed" }]);
  two.signals.send({ type: "chunks", runId: "r" });
  await expect.poll(() => one.heard).toEqual([{ type: "chunks", runId: "r" }]);
});

test("G9: a connection that goes dead without a word is noticed, and replaced when the store can be reached again", async () => {
  const url = await newUrl();
  const wire = await wireTo(url);
  const [one, two] = [await process(through(url, wire.port)), await process(url)];
  wire.set("silent");
  await expect.poll(() => one.signals.isListening()).toBe(false);
  wire.set("open");
  await expect.poll(() => one.signals.isListening()).toBe(true);
  two.signals.send({ type: "claimed" });
  await expect.poll(() => one.heard).toEqual([{ type: "claimed" }]);
});

test("closing ends also when the store does not answer", async () => {
  const url = await newUrl();
  const wire = await wireTo(url);
  const one = await process(through(url, wire.port));
  wire.set("silent");
  one.signals.send({ type: "claimed" });
  await one.signals.close();
  expect(one.signals.isListening()).toBe(false);
});

async function process(url: string) {
  const log: string[] = [];
  const heard: Signal[] = [];
  const signals = postgresSignals({ url, log: { warn: (event) => log.push(event) } });
  signals.listen((signal) => heard.push(signal));
  const database: Database = postgresDatabase({ url, signals, connections: 2 });
  onTestFinished(async () => {
    await signals.close();
    await database.close();
  });
  await expect.poll(() => signals.isListening()).toBe(true);
  return { signals, database, heard, log };
}

async function newUrl(): Promise<string> {
  const url = inject("postgresUrl");
  if (url === null) throw new Error("This test needs PostgreSQL.");
  return createDatabase(url);
}

async function wireTo(url: string): Promise<TcpProxy> {
  const { hostname: host, port } = new URL(url);
  const wire = await tcpProxy({ host, port: Number(port) });
  onTestFinished(() => wire.close());
  return wire;
}

function through(url: string, port: number): string {
  const changed = new URL(url);
  changed.host = `127.0.0.1:${port}`;
  return changed.href;
}
