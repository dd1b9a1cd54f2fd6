import { sql } from "kysely";
import { expect, test } from "vitest";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import type { Database } from "./database.ts";
import { storeState } from "./store-state.ts";
import type { RunStatus } from "#lib/store/schema/schema.ts";

const now = 1_700_000_000_000;

type Given = { status: RunStatus; owner: string | null; lease_until: number };

async function storeWith(runs: Given[]): Promise<Database> {
  const store = await openTestDatabase({ now: sql<number>`cast(${sql.lit(now)} as bigint)` });
  await store.db.insertInto("people").values({ id: "p1", name: "Kim", created_at: 1 }).execute();
  for (const [n, run] of runs.entries()) {
    const id = `chat-${n}`;
    const chat = { id, person_id: "p1", title: "", titled_by: "app", instructions: "", model: null } as const;
    await store.db
      .insertInto("chats")
      .values({ ...chat, version: 1, created_at: 1, updated_at: 1 })
      .execute();
    const ended_at = run.status === "running" || run.status === "parked" ? null : 1;
    await store.db
      .insertInto("runs")
      .values({
        id: `run-${n}`,
        chat_id: id,
        person_id: "p1",
        user_message_id: "u",
        message_id: "m",
        fence: 1,
        rounds: 0,
        asks: 0,
        model: "demo",
        created_at: 1,
        ended_at,
        ...run,
      })
      .execute();
  }
  return store;
}

test("G13: runs that somebody holds, that only wait for people, or that ended, wait for no process", async () => {
  const store = await storeWith([
    { status: "running", owner: "a", lease_until: now + 5_000 },
    { status: "parked", owner: "a", lease_until: now + 5_000 },
    { status: "parked", owner: null, lease_until: now - 60_000 },
    { status: "done", owner: "a", lease_until: now - 60_000 },
    { status: "stopped", owner: null, lease_until: now - 60_000 },
  ]);
  expect(await storeState(store)).toEqual({ readOnly: false, oldestWaitMs: 0 });
});

test("G13: of runs that should be at work and those whose holder is gone, the one that waits longest counts", async () => {
  const atWork = { status: "running", owner: null, lease_until: now - 2_500 } as const;
  const lapsed = { status: "parked", owner: "dead", lease_until: now - 7_000 } as const;
  expect((await storeState(await storeWith([atWork]))).oldestWaitMs).toBe(2_500);
  expect((await storeState(await storeWith([lapsed]))).oldestWaitMs).toBe(7_000);
  expect((await storeState(await storeWith([atWork, lapsed]))).oldestWaitMs).toBe(7_000);
});

test("an empty store is not behind", async () => {
  expect(await storeState(await openTestDatabase())).toEqual({ readOnly: false, oldestWaitMs: 0 });
});
