import type { CompiledQuery } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import type { ChatChunk } from "#lib/chat/chat-message.ts";
import { insertChat } from "#lib/store/chats/chats.ts";
import { chunksAfter, deleteOldChunks } from "#lib/store/runs/chunks.ts";
import { inTransaction, type Database } from "#lib/store/engine/database.ts";
import { endRun, insertRun, RunLost } from "#lib/store/runs/runs.ts";
import { claimInstance } from "#lib/store/people/sessions.ts";
import { AnswerStream } from "./answer-stream.ts";
import { ChunkLog } from "./chunk-log.ts";
import { PieceWriter } from "./piece-writer.ts";

const hold = { runId: "run", fence: 1 };
const delta = (id: string, text: string): ChatChunk => ({ type: "text-delta", id, delta: text });
let database: Database;

beforeEach(async () => {
  database = await openTestDatabase();
  await claimInstance(database, { tokenHash: "hash", person: { id: "kim", name: "Kim" } });
  await inTransaction(database, async (trx) => {
    await insertChat(database, trx, { id: "chat", person_id: "kim", title: "chat" });
    const run = { id: "run", chat_id: "chat", user_message_id: "q", message_id: "a", model: "m", owner: "me" };
    await insertRun(database, trx, { ...run, person_id: "kim" });
  });
});

/** A log on a store whose next writes can be made to fail. */
function logged(fence = 1) {
  const state = { isAway: false };
  const lost: RunLost[] = [];
  const warned: string[] = [];
  const db = new Proxy(database.db, {
    get: (target, name: keyof Database["db"]) => {
      if (state.isAway) throw new Error("The store is away.");
      const value = target[name];
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const note = (event: string) => warned.push(event);
  const log = new ChunkLog({
    writer: new PieceWriter({ ...database, db }),
    hold: { ...hold, fence },
    log: { info: note, warn: note, error: note },
    onLost: (error) => lost.push(error),
  });
  return { log, state, lost, warned };
}

async function pieces(fence = 1): Promise<ChatChunk[][]> {
  const rows = await chunksAfter(database, { runId: "run", fence, seq: 0 });
  return rows.map(({ chunks_json }) => JSON.parse(chunks_json) as ChatChunk[]);
}

test("chunks are written in order, neighbouring deltas as one, in a few pieces that begin with start", async () => {
  const { log } = logged();
  const stream = new AnswerStream([{ type: "start", messageId: "a" }]);
  stream.record(log);
  for (const id of ["t1", "t2"]) {
    stream.write({ type: "text-start", id });
    for (let count = 0; count < 500; count += 1) stream.write(delta(id, `${count} `));
    stream.write({ type: "text-end", id });
  }
  stream.writeState({ runId: "run", status: "parked" });
  await expect.poll(() => pieces()).toHaveLength(1);
  stream.write({ type: "finish" });
  stream.end();
  await log.ended;
  const text = Array.from({ length: 500 }, (_, count) => `${count} `).join("");
  expect(await pieces()).toEqual([
    [
      { type: "start", messageId: "a" },
      ...["t1", "t2"].flatMap((id) => [{ type: "text-start", id }, delta(id, text), { type: "text-end", id }]),
      { type: "data-run", data: { runId: "run", status: "parked" }, transient: true },
    ],
    [{ type: "finish" }],
  ]);
});

test("a claim also writes what its stream held before, so that its pieces are complete", async () => {
  const stream = new AnswerStream([{ type: "start", messageId: "a" }]);
  stream.write({ type: "start-step" });
  await database.db.updateTable("runs").set({ fence: 2 }).execute();
  const { log } = logged(2);
  stream.record(log);
  stream.end();
  await log.ended;
  expect(await pieces(2)).toEqual([[{ type: "start", messageId: "a" }, { type: "start-step" }]]);
});

test("an overtaken claim writes nothing more and is told so", async () => {
  const { log, lost } = logged();
  await database.db.updateTable("runs").set({ fence: 2 }).execute();
  log.add({ type: "start" });
  await expect.poll(() => lost).toHaveLength(1);
  expect(lost[0]).toBeInstanceOf(RunLost);
  log.add({ type: "finish" });
  log.end();
  await log.ended;
  expect(await pieces()).toEqual([]);
});

test("while the store is away chunks wait, and then all of them are written once", async () => {
  const { log, state, lost, warned } = logged();
  state.isAway = true;
  log.add({ type: "start" });
  for (let count = 0; count < 100; count += 1) log.add({ type: "text-start", id: String(count) });
  await new Promise((resolve) => setTimeout(resolve, 150));
  log.add({ type: "finish" });
  state.isAway = false;
  log.end();
  await log.ended;
  const written = (await pieces()).flat();
  expect(written.map(({ type }) => type)).toEqual(["start", ...Array(100).fill("text-start"), "finish"]);
  expect([lost, warned]).toEqual([[], []]);
});

test("a piece that arrived though the reply was lost is not written twice", async () => {
  const { log, lost } = logged();
  const said: ChatChunk[] = [{ type: "start" }, { type: "finish" }];
  await database.db
    .insertInto("chunks")
    .values({ run_id: "run", fence: 1, seq: 1, chunks_json: JSON.stringify(said) })
    .execute();
  for (const chunk of said) log.add(chunk);
  log.end();
  await log.ended;
  expect(await pieces()).toEqual([said]);
  expect(lost).toEqual([]);
});

test("the pieces of many answers go together, and those of an overtaken claim hold up nobody", async () => {
  const ids = Array.from({ length: 50 }, (_, index) => `run-${index}`);
  await inTransaction(database, async (trx) => {
    for (const id of ids) {
      await insertChat(database, trx, { id, person_id: "kim", title: id });
      const run = { id, chat_id: id, user_message_id: "q", message_id: "a", model: "m", owner: "me" };
      await insertRun(database, trx, { ...run, person_id: "kim" });
    }
  });
  await database.db.updateTable("runs").set({ fence: 2 }).where("id", "=", "run-7").execute();
  let statements = 0;
  const db = new Proxy(database.db, {
    get: (target, name: keyof Database["db"]) => {
      if (name === "getExecutor") statements += 1;
      const value = target[name];
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const writer = new PieceWriter({ ...database, db });
  const piece = (run_id: string, seq: number) => ({ run_id, fence: 1, seq, chunks_json: `["${run_id}", "\\"{}"]` });
  const areThere = await Promise.all(
    [...ids, ...ids].map((id, index) => writer.append(piece(id, 1 + Math.floor(index / 50)))),
  );
  expect(areThere).toEqual([...ids, ...ids].map((id) => id !== "run-7"));
  expect(statements).toBeLessThan(10);
  const rows = await database.db.selectFrom("chunks").selectAll().execute();
  expect(rows).toHaveLength(98);
  for (const { run_id, chunks_json } of rows) expect(chunks_json).toBe(piece(run_id, 1).chunks_json);
});

test("a store that is away for too long costs the log, and nothing else", async () => {
  const { log, state, lost, warned } = logged();
  state.isAway = true;
  const stream = new AnswerStream([{ type: "start" }]);
  stream.record(log);
  for (let count = 0; count < 20_001; count += 1) stream.write({ type: "text-start", id: String(count) });
  stream.write({ type: "finish" });
  stream.end();
  await log.ended;
  const chunks = await Array.fromAsync(stream.join() as unknown as AsyncIterable<ChatChunk>);
  expect(chunks).toHaveLength(20_003);
  expect(warned).toEqual(["chunks.given-up"]);
  expect(lost).toEqual([]);
});

test("the pieces of an ended run go a moment after its end, those of an overtaken claim at once, others stay", async () => {
  const write = (fence: number) =>
    database.db.insertInto("chunks").values({ run_id: "run", fence, seq: 1, chunks_json: "[]" }).execute();
  const fences = async () => (await database.db.selectFrom("chunks").select("fence").execute()).map((row) => row.fence);
  await database.db.updateTable("runs").set({ fence: 2 }).execute();
  await write(1);
  await write(2);
  await deleteOldChunks(database, { endedMs: 0 });
  expect(await fences()).toEqual([2]);
  await inTransaction(database, (trx) => endRun(database, trx, "run", "done"));
  await deleteOldChunks(database, { endedMs: 60_000 });
  expect(await fences()).toEqual([2]);
  await deleteOldChunks(database, { endedMs: 0 });
  expect(await fences()).toEqual([]);
});

/** A store that says how many characters of pieces each statement carried. */
function measured(): { store: Database; carried: number[] } {
  const carried: number[] = [];
  const executor = new Proxy(database.db.getExecutor(), {
    get: (target, name: keyof ReturnType<Database["db"]["getExecutor"]>) => {
      const value = target[name];
      if (typeof value !== "function") return value;
      if (name !== "executeQuery") return value.bind(target);
      return (query: CompiledQuery) => {
        carried.push(String(query.parameters[3] ?? "").length);
        return target.executeQuery(query);
      };
    },
  });
  const db = new Proxy(database.db, {
    get: (target, name: keyof Database["db"]) => {
      const value = name === "getExecutor" ? () => executor : target[name];
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { store: { ...database, db }, carried };
}

test("G23: an answer of any length goes in pieces that are written beside those of others, and keep nobody waiting", async () => {
  const { store, carried } = measured();
  const writer = new PieceWriter(store);
  const said = { info: () => {}, warn: () => {}, error: () => {} };
  const onLost = () => {};
  const text = '"\u0001ä'.repeat(100_000);
  const input: ChatChunk = { type: "tool-input-delta", toolCallId: "c", inputTextDelta: text };
  const ids = Array.from({ length: 12 }, (_, at) => `run-${at}`);
  for (const id of ids) {
    await inTransaction(database, async (trx) => {
      await insertChat(database, trx, { id, person_id: "kim", title: id });
      const run = { id, chat_id: id, user_message_id: "q", message_id: id, model: "m", owner: "me" };
      await insertRun(database, trx, { ...run, person_id: "kim" });
    });
  }
  const logs = ids.map((runId) => new ChunkLog({ writer, hold: { runId, fence: 1 }, log: said, onLost }));
  for (const log of logs) {
    log.add({ type: "text-start", id: "t" });
    log.add(delta("t", text));
    log.add(input);
    log.end();
  }
  await Promise.all(logs.map(({ ended }) => ended));
  expect(Math.max(...carried)).toBeLessThan(1_200_000);
  for (const runId of ids) {
    const rows = await chunksAfter(database, { runId, fence: 1, seq: 0 });
    const chunks = rows.flatMap(({ chunks_json }) => JSON.parse(chunks_json) as ChatChunk[]);
    const [start, ...more] = chunks;
    expect(start).toEqual({ type: "text-start", id: "t" });
    const texts = more.map((chunk) =>
      "delta" in chunk ? chunk.delta : "inputTextDelta" in chunk ? chunk.inputTextDelta : "",
    );
    expect(texts.join("") === text + text).toBe(true);
  }
});
