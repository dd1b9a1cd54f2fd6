import { storedArguments } from "#lib/untrusted/stored-arguments.ts";
import { sql } from "kysely";
import { amountIn, counterKey, type Counter, type Counts } from "#lib/verdict/counter.ts";
import { nameFits } from "#lib/policies/conditions/name-fits.ts";
import { TooMuchToAddUp } from "#lib/verdict/too-much-to-add-up.ts";
import { ToolApprovalError } from "#lib/verdict/tool-approval-error.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { midnight } from "#lib/store/engine/midnight.ts";
import { bytesOf } from "#lib/store/schema/read-page.ts";
import { chatsOfKey } from "./chats-of-key.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";

/** Upper bounds of the calls whose arguments are summed, so that counting stays fast (THREATS G8: input that blocks). */
const mostSummed = { calls: 10_000, bytes: 4_000_000 };

/** The judged call; it does not count itself. */
type Judged = Pick<ToolCallRow, "id" | "person_id" | "chat_id">;

/** Locks the counters of a person until this transaction ends. Taken after the lock of the run. */
export async function holdCounters(trx: Trx, personId: string): Promise<void> {
  await trx
    .insertInto("budget_locks")
    .values({ person_id: personId })
    .onConflict((conflict) => conflict.column("person_id").doUpdateSet({ person_id: personId }))
    .execute();
}

/** Reads the present counters. One that cannot be computed throws only when it is read. */
export async function readCounters(
  database: Database,
  db: Database["db"] | Trx,
  counters: readonly Counter[],
  judged: Judged,
): Promise<Counts> {
  const values = new Map<string, number | ToolApprovalError>();
  for (const counter of counters) {
    const key = counterKey(counter);
    if (!values.has(key)) values.set(key, await valueOf(database, db, counter, judged));
  }
  return (counter) => {
    const value = values.get(counterKey(counter)) ?? new ToolApprovalError("This was not counted");
    if (value instanceof ToolApprovalError) throw value;
    return value;
  };
}

async function valueOf(
  database: Database,
  db: Database["db"] | Trx,
  { sumOf, tools, span, server }: Counter,
  judged: Judged,
): Promise<number | ToolApprovalError> {
  const chatIds = span === "chat" ? await chatsOfKey(database, db, judged.chat_id) : null;
  const started = startedCalls(database, db, { chatIds, server }, judged);
  const past = span === "day" ? pastCalls(database, db, { server }, judged) : null;
  const fits = ({ tool_name: name }: { tool_name: string }) =>
    tools === null || tools.some((tool) => nameFits(tool, name));
  const byName = [
    ...(await started.select(countOfName).groupBy("tool_name").execute()),
    ...((await past?.select(countOfName).groupBy("tool_name").execute()) ?? []),
  ].filter(fits);
  const calls = byName.reduce((sum, row) => sum + row.calls, 0);
  if (sumOf === null || calls === 0) return calls;
  const names = byName.map(({ tool_name }) => tool_name);
  const ran = started.where("tool_name", "in", names);
  const kept = past?.where("tool_name", "in", names);
  const lengths = [
    ...(await ran.select(lengthOf("effective_json")).execute()),
    ...((await kept?.select(lengthOf("numbers_json")).execute()) ?? []),
  ];
  const bytes = lengths.reduce((sum, row) => sum + row.bytes, 0);
  if (calls > mostSummed.calls || bytes > mostSummed.bytes)
    return new TooMuchToAddUp("Too many calls, or too long ones, were counted to be added up");
  const jsons = [
    ...(await ran.select("effective_json as json").execute()),
    ...((await kept?.select("numbers_json as json").execute()) ?? []),
  ];
  return sumOver(
    jsons.map(({ json }) => json),
    sumOf,
  );
}

const countOfName = ["tool_name", sql<number>`count(*)`.as("calls")] as const;

/** Not grouped: for groups the texts themselves would be read. */
function lengthOf(json: "effective_json" | "numbers_json") {
  return sql<number>`coalesce(sum(${bytesOf([json])}), 0)`.as("bytes");
}

function startedCalls(
  database: Database,
  db: Database["db"] | Trx,
  { chatIds, server }: Pick<Counter, "server"> & { chatIds: string[] | null },
  judged: Judged,
) {
  const started = db
    .selectFrom("tool_calls")
    .where("person_id", "=", judged.person_id)
    .where("started_at", "is not", null)
    .where("id", "<>", judged.id);
  const within =
    chatIds === null ? started.where("started_at", ">=", midnight(database)) : started.where("chat_id", "in", chatIds);
  return server === null ? within : within.where("server_id", "=", server);
}

/** Today's calls of chats that were deleted. */
function pastCalls(database: Database, db: Database["db"] | Trx, { server }: Pick<Counter, "server">, judged: Judged) {
  const today = db
    .selectFrom("past_calls")
    .where("person_id", "=", judged.person_id)
    .where("started_at", ">=", midnight(database));
  return server === null ? today : today.where("server_id", "=", server);
}

function sumOver(argumentsJson: readonly string[], name: string): number | ToolApprovalError {
  let sum = 0;
  for (const json of argumentsJson) {
    const amount = amountIn(storedArguments(json), name);
    if (amount === null) return new ToolApprovalError(`An earlier call has no number in \`${name}\``);
    sum += amount;
  }
  return sum;
}
