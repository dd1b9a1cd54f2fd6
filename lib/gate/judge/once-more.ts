import { StaleWrite } from "#lib/store/engine/database.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import { Behind } from "./judge-call.ts";

/** Does a transaction a second time where what it had read was changed meanwhile, here or by another process. */
export async function onceMore<Result>({ shared }: Gate, commit: () => Promise<Result>): Promise<Result> {
  try {
    return await commit();
  } catch (error) {
    if (!(error instanceof StaleWrite)) throw error;
    if (error instanceof Behind) await shared?.catchUp();
    return commit();
  }
}
