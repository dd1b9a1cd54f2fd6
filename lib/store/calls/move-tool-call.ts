import { sql } from "kysely";
import { mayMoveToolCall, type ToolCallState } from "#lib/approvals/states.ts";
import { expectOne, type Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { preparedAt } from "#lib/store/engine/prepared.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";

/**
 * `through`: a state passed on the way, inside the transaction, which nobody sees. `begins`: it counts as started, as one
 * that is running does.
 */
type Move = { id: string; from: ToolCallState; through?: ToolCallState; to: ToolCallState; begins?: boolean };

/** Columns that a move may write beside the state. */
export type MoveFields = Partial<
  Pick<
    ToolCallRow,
    "verdict_json" | "grant_json" | "effective_json" | "digest" | "started_fence" | "resumption_json" | "result_json"
  >
>;

/**
 * One conditional transition of the state machine. Throws `StaleWrite` when the call is no longer in `from`, and an
 * error for a transition that `states.ts` does not allow.
 */
export async function moveToolCall(
  { now }: Database,
  trx: Trx,
  { id, from, through, to, begins = to === "running" }: Move,
  fields: MoveFields = {},
): Promise<void> {
  const mayMove =
    through === undefined ? mayMoveToolCall(from, to) : mayMoveToolCall(from, through) && mayMoveToolCall(through, to);
  if (!mayMove) throw new Error(`No tool call moves from ${from} to ${to}.`);
  const names = Object.keys(fields).toSorted() as (keyof MoveFields)[];
  const kind = `${to} ${begins} ${names.join(" ")}`;
  const move = moves.get(kind) ?? movingTo(to, begins, names);
  moves.set(kind, move);
  const { numAffectedRows: numUpdatedRows = 0n } = await move(
    { db: trx, now },
    // The statement has a parameter for each of these fields and for no other.
    { ...fields, id, from } as Moved,
  );
  expectOne({ numUpdatedRows }, `tool call ${id} from ${from} to ${to}`);
}

type Moved = Required<MoveFields> & Pick<Move, "id" | "from">;

/** Prepared statements by state and set of fields; there are few combinations. */
const moves = new Map<string, ReturnType<typeof movingTo>>();

function movingTo(to: ToolCallState, begins: boolean, names: readonly (keyof MoveFields)[]) {
  const settles = to === "done" || to === "failed" || to === "unknown" || to === "refused";
  return preparedAt((db, given: Moved, now) =>
    db
      .updateTable("tool_calls")
      .set({
        ...Object.fromEntries(names.map((name) => [name, given[name]])),
        state: to,
        // A call that its server interrupted with a question keeps its first start time.
        ...(begins ? { started_at: sql<number>`coalesce(started_at, ${now})` } : {}),
        ...(settles ? { ended_at: sql<number>`${now}` } : {}),
      })
      .where("id", "=", given.id)
      .where("state", "=", given.from),
  );
}
