import { StaleWrite } from "#lib/store/engine/database.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import { Behind } from "./judge-call.ts";

/** Other processes may go on changing what is in force; each catch-up takes about as long as one such change. */
const mostCatchUps = 10;

/**
 * Does a transaction a second time where what it had read was changed meanwhile, and again while this process is behind
 * the others. Throws `Behind` where it never catches up.
 */
export async function onceMore<Result>({ shared }: Gate, commit: () => Promise<Result>): Promise<Result> {
  let stale = 0;
  for (let catchUps = 0; ;) {
    try {
      return await commit();
    } catch (error) {
      if (!(error instanceof StaleWrite)) throw error;
      const isBehind = error instanceof Behind;
      if (isBehind ? (catchUps += 1) > mostCatchUps : (stale += 1) > 1) throw error;
      if (isBehind) await shared?.catchUp();
    }
  }
}
