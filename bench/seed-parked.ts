import { mostSealsAtOnce, sealAudit } from "#lib/store/audit/seal-audit.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { BenchStore } from "./bench-store.ts";
import { startFleet } from "./fleet.ts";
import { multiplyChat } from "./multiply-chat.ts";
import { ourFlow } from "./approval-flow.ts";
import { parkUnwatched } from "./park.ts";
import type { SeededPerson } from "./seed-people.ts";
import { settle } from "./settle.ts";

type Options = {
  /** Environment of an app whose model calls a tool that asks. */
  env: Record<string, string>;
  people: readonly SeededPerson[];
  copies: number;
};

/**
 * Fills a store with runs that wait for people and that nobody holds: a few are made by an app as they always are, one
 * of them is multiplied. Leaves no process behind.
 */
export async function seedParked(store: BenchStore, database: Database, options: Options): Promise<void> {
  const { env, people, copies } = options;
  const [owner] = people;
  if (owner === undefined) throw new Error("Parked runs need people.");
  const fleet = await startFleet(store, { instances: 1, env, caller: owner });
  try {
    await parkUnwatched(ourFlow(fleet.clientOf(owner)), 10);
  } finally {
    await fleet.close();
  }
  // What its process held a moment ago waits for nobody in particular now, as after a month.
  await database.db.updateTable("runs").set({ owner: null, lease_until: 0 }).where("status", "=", "parked").execute();
  // So do their questions, whose tool gives people some minutes.
  const month = 30 * 24 * 60 * 60 * 1_000;
  await database.db
    .updateTable("approvals")
    .set(({ eb }) => ({ expires_at: eb("expires_at", "+", month) }))
    .where("status", "=", "pending")
    .execute();
  const { id } = await database.db
    .selectFrom("chats")
    .innerJoin("runs", "runs.chat_id", "chats.id")
    .select("chats.id")
    .where("runs.status", "=", "parked")
    .executeTakeFirstOrThrow();
  await multiplyChat(database, { chatId: id, personIds: people.map((person) => person.id), copies });
  // As the app itself would have done over time.
  while ((await sealAudit(database)) === mostSealsAtOnce);
  await settle(database);
}
