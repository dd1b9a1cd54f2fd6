import { observeClient, observeHeld } from "#lib/store/chats/client-sessions.ts";
import { noteAskedBy, noteHeldFor } from "#lib/store/runs/gateway-calls.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Gateway } from "./gateway.ts";

/** Shorter calls say nothing of how long a client holds calls. */
const leastHeldMs = 1_000;

type Of = Pick<ToolCallRow, "id" | "chat_id">;

/** Counts what the client of a call was seen to do. Never rejects. */
export function noteSeen(gateway: Gateway, { chat_id }: Of, what: Parameters<typeof observeClient>[2]): Promise<void> {
  return noted(gateway, (database) => observeClient(database, chat_id, what));
}

/** Notes by which way the client of a call is asked. Never rejects. */
export function noteAsked(gateway: Gateway, { id }: Of, by: "form" | "link"): Promise<void> {
  return noted(gateway, (database) => noteAskedBy(database, id, by));
}

/** Notes how long a client held a call open; of a short one only where somebody was asked about it. Never rejects. */
export async function noteHeld(
  gateway: Gateway,
  { id, chat_id }: Of,
  { heldMs, isAsked }: { heldMs: number; isAsked: boolean },
): Promise<void> {
  const ms = Math.round(heldMs);
  if (isAsked) await noted(gateway, (database) => noteHeldFor(database, id, ms));
  if (ms >= leastHeldMs) await noted(gateway, (database) => observeHeld(database, chat_id, ms));
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
