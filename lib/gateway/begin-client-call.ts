import { startCalls } from "#lib/agent/runs/start-calls.ts";
import type { Agent } from "#lib/agent/hot/agent.ts";
import { NotProposed } from "#lib/gate/run/propose-calls.ts";
import { NoTurn } from "#lib/store/engine/fair-turns.ts";
import { isStoreUnavailable } from "#lib/store/engine/store-unavailable.ts";
import { countLiveCalls, insertGatewayCall } from "#lib/store/runs/gateway-calls.ts";
import { clientSession } from "#lib/store/chats/client-sessions.ts";
import { countMore, mostCalls } from "#lib/store/people/person-counts.ts";
import { weightOf } from "#lib/untrusted/weight-of.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Client } from "./client.ts";

/** A call that was not begun; nothing was stored. The message is for the model. */
export class NotBegun extends Error {
  override name = "NotBegun";
}

/** The store failed when the call was stored: it may be there, and then it goes on. The message is for the model. */
export class MaybeBegun extends Error {
  override name = "MaybeBegun";
}

type Wanted = { wireName: string; input: unknown };

/** Calls of one key that may be under way at once (THREATS F11: floods of questions). */
const mostLive = 50;
export const tooManyCalls = `Your clients made ${mostCalls} calls within an hour, where one with long arguments counts as several. Try again later.`;

/** Starts one call of a client. It goes on also when nobody waits for it. Throws `NotBegun` or `MaybeBegun`. */
export async function beginClientCall(
  agent: Agent,
  client: Client,
  { wireName, input }: Wanted,
): Promise<Pick<ToolCallRow, "id" | "run_id" | "chat_id">> {
  const { database, newId } = agent.gate;
  const { key, person, says, asks, era } = client;
  const [call] = await startCalls(agent, {
    personId: person.id,
    origin: "gateway",
    chatIn: async (trx) => {
      const counted = { personId: person.id, what: "calls", more: weightOf(input), most: mostCalls } as const;
      if ((await countMore(database, trx, counted)) !== null) throw new NotBegun(tooManyCalls);
      const of = { personId: person.id, keyId: key.id, keyName: key.name, ...says, asks, era };
      return clientSession(database, trx, of, newId());
    },
    wanted: [{ wireName, input, about: { caller: `gateway:${key.name}` } }],
    beside: async (trx, calls) => {
      if ((await countLiveCalls(trx, key.id)) > mostLive) {
        throw new NotBegun(`This client has ${mostLive} calls under way already. Wait until some of them have ended.`);
      }
      for (const { id: callId } of calls) await insertGatewayCall(trx, { id: callId, keyId: key.id });
    },
  }).catch((error: unknown) => {
    if (error instanceof NotProposed) throw new NotBegun(`Its arguments cannot be used: ${error.message}.`);
    // Without a turn nothing was sent to the store.
    if (error instanceof NoTurn || !isStoreUnavailable(error)) throw error;
    throw new MaybeBegun(
      "The store did not answer, so nobody knows whether this call was begun. Look at it in Countersign before you make it again.",
    );
  });
  if (call === undefined) throw new Error("No call was started.");
  return call;
}
