import { StaleWrite } from "#lib/store/engine/database.ts";
import type { Preconditions } from "#lib/store/runs/call-preconditions.ts";
import type { Gate } from "./gate.ts";

/** Another process changed what is in force, and this one has not heard of it yet: it catches up, and looks again. */
export class Behind extends StaleWrite {}

/** Throws `Behind` where this process does not know yet what is in force by the transaction's own look at it. */
export function refuseBehind({ shared }: Gate, standing: Preconditions): void {
  const known = shared?.versions();
  if (known && (known.policy !== standing.policy || known.tools !== standing.tools)) {
    throw new Behind("What is in force was changed elsewhere.");
  }
}
