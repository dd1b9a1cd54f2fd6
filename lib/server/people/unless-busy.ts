import { isConflict } from "#lib/store/engine/database.ts";
import { TooBusy } from "./in-turns.ts";
import type { TeamRefusal } from "./refusal.ts";

/** Does the work, or says why it could not be done at this moment. */
export async function unlessBusy<Done>(work: () => Promise<Done>): Promise<Done | { refused: TeamRefusal }> {
  const outcome = await orRefusal(async () => ({ done: await work() }));
  return typeof outcome === "string" ? { refused: outcome } : outcome.done;
}

export async function orRefusal<Done>(work: () => Promise<Done | TeamRefusal>): Promise<Done | TeamRefusal> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TooBusy) return "busy";
    // Somebody took the address, or became the owner, in this very moment.
    if (isConflict(error)) return "account-exists";
    throw error;
  }
}
