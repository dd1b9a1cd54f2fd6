import type { Agent } from "#lib/agent/hot/agent.ts";
import { proposeCalls, type Proposed, type WantedCall } from "#lib/gate/run/propose-calls.ts";
import { touchChat } from "#lib/store/chats/chats.ts";
import { inLooseTransaction } from "#lib/store/engine/database.ts";
import type { ChatOrigin } from "#lib/store/schema/schema.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { startRun, withoutMessage } from "./start-run.ts";

type Calls = {
  personId: string;
  /** Of the chat of the calls. */
  origin: ChatOrigin;
  /** The calls are of an app that is shown in the chat. */
  ofApp?: true;
  /** The chat of the calls; one that is new is stored in the same commit. */
  chatIn: (trx: Trx) => Promise<string>;
  wanted: readonly WantedCall[];
  /** Stored in the same commit. */
  beside: (trx: Trx, calls: Proposed[]) => Promise<void>;
};

/**
 * Starts a run without messages for calls that no model proposed. Resolves to the calls; the run goes on by itself. Throws
 * `NotProposed`.
 */
export async function startCalls(
  agent: Agent,
  { personId, origin, ofApp, chatIn, wanted, beside }: Calls,
): Promise<Proposed[]> {
  const { database, announce } = agent.gate;
  // No wait for the disk: a call is judged by a later commit, which is on the disk, and then so is this one.
  const { run, calls, version } = await inLooseTransaction(database, async (trx) => {
    const chatId = await chatIn(trx);
    const { run, calls } = await proposeCalls(agent.gate, trx, {
      personId,
      origin: ofApp ? "app" : origin,
      chatId,
      wanted,
    });
    await beside(trx, calls);
    return { run, calls, version: await touchChat(database, trx, chatId) };
  });
  announce({ personId, chatId: run.chat_id, version });
  startRun(agent, { row: run, origin, off: new Set(), asked: null, message: withoutMessage });
  return calls;
}
