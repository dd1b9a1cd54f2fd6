import { startCalls } from "#lib/agent/runs/start-calls.ts";
import type { Agent } from "#lib/agent/hot/agent.ts";
import { proposeCall } from "#lib/gate/run/propose-call.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";
import { countLiveCalls, insertGatewayCall } from "#lib/store/runs/gateway-calls.ts";
import { clientSession } from "#lib/store/chats/client-sessions.ts";
import { countMore } from "#lib/store/people/person-counts.ts";
import type { Client } from "./client.ts";

/** A call that was not begun; nothing was stored. The message is for the model. */
export class NotBegun extends Error {
  override name = "NotBegun";
}

type Wanted = { wireName: string; tool: Tool; input: unknown };

/** Calls of one key that may be under way at once (THREATS F11: floods of questions). */
const mostLive = 50;
/** Within an hour, of one person: it bounds what their clients write into the store, and ask of servers. */
export const mostAnHour = 3_000;

/** Starts one call of a client and resolves to its id. It goes on whoever waits for it. Throws `NotBegun`. */
export async function beginCall(agent: Agent, client: Client, { wireName, tool, input }: Wanted): Promise<string> {
  const { database, newId } = agent.gate;
  const { key, person, says, asks, era } = client;
  const [id] = await startCalls(agent, {
    personId: person.id,
    origin: "gateway",
    chatIn: async (trx) => {
      const over = await countMore(database, trx, { personId: person.id, what: "calls", more: 1, most: mostAnHour });
      if (over !== null) throw new NotBegun(`Your clients made ${mostAnHour} calls within an hour. Try again later.`);
      const of = { personId: person.id, keyId: key.id, keyName: key.name, ...says, asks, era };
      return clientSession(database, trx, of, newId());
    },
    propose: (run) => {
      const call = proposeCall(run, tool, { toolCallId: newId(), wireName, input });
      if ("problem" in call) throw new NotBegun(`Its arguments cannot be used: ${call.problem}.`);
      return [{ ...call, caller: `gateway:${key.name}` }];
    },
    beside: async (trx, calls) => {
      if ((await countLiveCalls(trx, key.id)) > mostLive) {
        throw new NotBegun(`This client has ${mostLive} calls under way already. Wait until some of them have ended.`);
      }
      for (const { id: callId } of calls) await insertGatewayCall(trx, { id: callId, keyId: key.id });
    },
  });
  if (id === undefined) throw new Error("A call was started without an id.");
  return id;
}
