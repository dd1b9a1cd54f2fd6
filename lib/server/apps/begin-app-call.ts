import { startCalls } from "#lib/agent/runs/start-calls.ts";
import { NotProposed } from "#lib/gate/run/propose-calls.ts";
import { wireName } from "#lib/mcp/definitions/wire-name.ts";
import { countAppCalls } from "#lib/store/calls/app-calls.ts";
import { countMore, mostWithApps } from "#lib/store/people/person-counts.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { weightOf } from "#lib/untrusted/weight-of.ts";
import { appOnCall, changedApp, type AppDeps, type OnCall, type AppRefusal } from "./app-on-call.ts";

type Wanted = { fingerprint: string; name: string; arguments: JsonObject };

/** Calls of one app under one result: that have not ended, and within a minute. */
const most = { live: 3, lately: 20 };

/** Nothing was stored. The message is for the app. */
class NotBegun extends Error {
  readonly refused: AppRefusal["refused"];

  constructor(refused: AppRefusal["refused"], message: string) {
    super(message);
    this.refused = refused;
  }
}

/** Puts a call that an app makes to the gate, as a call of the chat in which it is shown. It goes on by itself. */
export async function beginAppCall(
  deps: AppDeps,
  of: OnCall,
  { fingerprint, name, arguments: input }: Wanted,
): Promise<{ made: string } | AppRefusal> {
  const shown = await appOnCall(deps, of);
  if ("refused" in shown) return shown;
  const { call, app } = shown;
  if (app.fingerprint !== fingerprint) return { refused: "conflict", message: changedApp };
  const { gate } = deps.agent;
  const { database } = gate;
  const { personId, chatId } = of;
  const wire = wireName(call.server_id, name);
  const tool = gate.catalogue.offered({ personId, origin: "app" }).get(wire);
  if (tool?.server.id !== call.server_id) return { refused: "not-found", message: "This app has no such tool." };
  try {
    const [made] = await startCalls(deps.agent, {
      personId,
      origin: "chat",
      ofApp: true,
      chatIn: async (trx) => {
        const counted = { personId, what: "calls", more: weightOf(input), most: mostWithApps } as const;
        if ((await countMore(database, trx, counted)) !== null)
          throw new NotBegun("too-many", "Too much was called within an hour. Try again later.");
        const { live, lately } = await countAppCalls(database, trx, call.id);
        if (live >= most.live) throw new NotBegun("too-many", `This app has ${live} calls that have not ended.`);
        if (lately >= most.lately) throw new NotBegun("too-many", `This app made ${lately} calls within a minute.`);
        return chatId;
      },
      wanted: [{ wireName: wire, input, about: { caller: `app:${call.server_id}`, app_of: call.id } }],
      beside: async () => {},
    });
    if (made === undefined) throw new Error("No call was started.");
    return { made: made.tool_call_id };
  } catch (error) {
    if (error instanceof NotProposed) return { refused: "conflict", message: `It cannot be called: ${error.message}.` };
    if (error instanceof NotBegun) return { refused: error.refused, message: error.message };
    throw error;
  }
}
