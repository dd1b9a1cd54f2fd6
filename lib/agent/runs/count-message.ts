import type { Trx } from "#lib/store/schema/trx.ts";
import { hasQueuedMoreThan } from "#lib/store/chats/queued-messages.ts";
import { countMore, hasRoomForChat } from "#lib/store/people/person-counts.ts";
import type { Agent } from "#lib/agent/hot/agent.ts";
import { weightOf } from "#lib/untrusted/weight-of.ts";
import { OverLimit } from "#lib/agent/hot/person-limits.ts";

/** Counts what a person says, a long message as several. Throws `OverLimit` when they have reached the limit of messages. */
export async function countMessage(
  { gate, limits }: Agent,
  trx: Trx,
  { personId, said }: { personId: string; said: unknown },
): Promise<void> {
  const over = await countMore(gate.database, trx, { ...messageCount({ limits }, personId), more: weightOf(said) });
  if (over !== null) throw new OverLimit({ limit: "messages", ...over });
}

/** The count of a person's messages within an hour. */
export function messageCount({ limits }: Pick<Agent, "limits">, personId: string) {
  return { personId, what: "messages", most: limits.ofPerson.messagesPerHour } as const;
}

/** Throws `OverLimit` when the queue of the chat is full. */
export async function refuseFullQueue({ limits }: Agent, trx: Trx, chatId: string): Promise<void> {
  const most = limits.ofPerson.queued;
  if (most === Infinity) return;
  if (await hasQueuedMoreThan(trx, chatId, most)) throw new OverLimit({ limit: "queued" });
}

/** Throws `OverLimit` when the person has reached the limit of chats. */
export async function refuseOneMoreChat({ gate, limits }: Agent, trx: Trx, personId: string): Promise<void> {
  const most = limits.ofPerson.chats;
  if (!(await hasRoomForChat(gate.database, trx, { personId, most }))) throw new OverLimit({ limit: "chats" });
}
