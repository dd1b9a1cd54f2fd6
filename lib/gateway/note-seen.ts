import { observeClient, observeHeld } from "#lib/store/chats/client-sessions.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Gateway } from "./gateway.ts";

/** Shorter calls say nothing of how long a client holds one. */
const leastHeldMs = 1_000;

type Of = Pick<ToolCallRow, "chat_id">;

/** Counts what the client of a call was seen to do. Never rejects. */
export function noteSeen(gateway: Gateway, { chat_id }: Of, what: Parameters<typeof observeClient>[2]): Promise<void> {
  return noted(gateway, (database) => observeClient(database, chat_id, what));
}

/** Notes how long a client held a call open. Never rejects. */
export async function noteHeld(gateway: Gateway, { chat_id }: Of, heldMs: number): Promise<void> {
  if (heldMs >= leastHeldMs) await noted(gateway, (database) => observeHeld(database, chat_id, Math.round(heldMs)));
}

async function noted(
  { agent: { gate } }: Gateway,
  note: (database: Gateway["agent"]["gate"]["database"]) => Promise<void>,
): Promise<void> {
  try {
    await note(gate.database);
  } catch (error) {
    gate.log.info("gateway.not-noted", { error });
  }
}
