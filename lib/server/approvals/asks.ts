import type { Agent } from "#lib/agent/hot/agent.ts";
import { startCalls } from "#lib/agent/runs/start-calls.ts";
import type { SaidOfCall } from "#lib/approvals/subjects/stored-subject.ts";
import { NotProposed, type WantedCall } from "#lib/gate/run/propose-calls.ts";
import { record } from "#lib/store/audit/record.ts";
import { askedCall, countOpenAsks, insertAsk, noteOutcome } from "#lib/store/calls/asks.ts";
import { agentSession } from "#lib/store/chats/agent-sessions.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { repeatEvery } from "#lib/store/engine/repeat-every.ts";
import { hasWebhook } from "#lib/store/notify/webhooks.ts";
import { countMore, holdPerson } from "#lib/store/people/person-counts.ts";
import { agentWireName } from "#lib/tools/agent-tool.ts";
import type { ChatListeners } from "#lib/gateway/chat-listeners.ts";
import { denied, undecided, unknownAsk, type AskAnswer } from "./ask-answer.ts";
import { followAsk, type Following } from "./follow-ask.ts";
import { forsakeAsk, sweepAsks } from "./sweep-asks.ts";
import type { KeyUse } from "#lib/server/people/keys.ts";
import { weightOf } from "#lib/untrusted/weight-of.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";

/** A tool call that an agent elsewhere wants to make itself. Nobody checked what it says of itself. */
export type AskRequest = {
  agent: string;
  tool: string;
  arguments: JsonObject;
  summary: string | null;
  cwd: string | null;
  takesChanges: boolean;
  timeoutMs: number;
  /** Its agent holds no connection: a webhook of the key says when it is decided, and the agent then comes for it. */
  callback?: boolean;
};

/** Asks of agents that run their own tools: calls on the gate, whose tool runs by being let go. */
export type Asks = {
  /** Puts the call to the gate. */
  begin: (key: KeyUse, asked: AskRequest) => Promise<AskAnswer>;
  /** Waits for the answer, for a while. `signal`: its agent is gone. */
  wait: (key: KeyUse, id: string, signal: AbortSignal) => Promise<AskAnswer>;
  /** Says `wait` now and then, and the answer last; ends without it where another request took the place of this one. */
  follow: (key: KeyUse, id: string, signal: AbortSignal) => AsyncGenerator<AskAnswer>;
  /** Takes what the agent says of a call that was let go; false where there is none of this key, or it said it before. */
  report: (key: KeyUse, id: string, outcome: "done" | "failed") => Promise<boolean>;
  /** Refuses everything that waits here, and ends the watch for agents that are gone. */
  stop: () => Promise<void>;
};

/** Asks of one person within an hour: it bounds what a stolen key writes into the store. */
const mostAnHour = 3_000;
/** Asks that wait at the same time. */
const mostOpen = { ofKey: 20, ofPerson: 60 };
const sweepEveryMs = 2_000;

export function asksOf(agent: Agent, listeners: Pick<ChatListeners, "listen">): Asks {
  const { database, log } = agent.gate;
  const following: Following = {
    database,
    listeners,
    waiting: new Map(),
    isStopping: false,
    forsake: (ask) => forsakeAsk(agent, ask),
  };
  const sweeping = repeatEvery(
    sweepEveryMs,
    () => sweepAsks(agent),
    (error) => log.warn("asks.not-swept", { error }),
  );

  async function begin(key: KeyUse, asked: AskRequest): Promise<AskAnswer> {
    const comesBack = asked.callback === true;
    try {
      if (comesBack && !(await hasWebhook(database, key.id))) throw new NotAsked("This key has no webhook.");
      const [call] = await startCalls(agent, {
        personId: key.person.id,
        origin: "agent",
        chatIn: async (trx) => {
          await holdPerson(database, trx, key.person.id);
          await refuseFlood(trx, key, asked);
          const of = { personId: key.person.id, keyId: key.id, agent: asked.agent };
          const chatId = await agentSession(database, trx, of, agent.gate.newId());
          if (chatId === null) throw new NotAsked("Too many agents ask with this key. Make one key for each.");
          return chatId;
        },
        wanted: [wantedOf(key, asked)],
        beside: async (trx, calls) => {
          for (const call of calls)
            await insertAsk(database, trx, { id: call.id, keyId: key.id, runId: call.run_id, comesBack });
        },
      });
      if (call === undefined) throw new Error("No ask was begun.");
      return undecided(call.id);
    } catch (error) {
      if (error instanceof NotAsked) return denied(null, error.message);
      if (error instanceof NotProposed) return denied(null, `It cannot be asked about: ${error.message}.`);
      throw error;
    }
  }

  function wantedOf(key: KeyUse, asked: AskRequest): WantedCall {
    const { agent: name, tool, arguments: input, summary, cwd, takesChanges, timeoutMs } = asked;
    const stored: SaidOfCall = { v: 1, agent: name, keyName: key.name, cwd, summary, takesChanges, timeoutMs };
    const about = { caller: `asks:${key.name}`, outside_json: JSON.stringify(stored) } as const;
    return { wireName: agentWireName(name, tool), input, about };
  }

  async function refuseFlood(trx: Parameters<typeof countOpenAsks>[0], key: KeyUse, asked: AskRequest): Promise<void> {
    const open = await countOpenAsks(trx, { keyId: key.id, personId: key.person.id });
    if (open.ofKey >= mostOpen.ofKey || open.ofPerson >= mostOpen.ofPerson) {
      throw new NotAsked("Too many questions wait for an answer already.");
    }
    const counted = { personId: key.person.id, what: "asks", more: weightOf(asked), most: mostAnHour } as const;
    if ((await countMore(database, trx, counted)) === null) return;
    throw new NotAsked(`More than ${mostAnHour} calls were asked about within an hour; long ones count as several.`);
  }

  return {
    begin,
    wait: async (key, id, signal) => {
      for await (const answer of followAsk(following, key, id, signal)) return answer;
      return unknownAsk;
    },
    follow: (key, id, signal) => followAsk(following, key, id, signal),
    report: async (key, id, outcome) => {
      const call = await askedCall(database, { id, keyId: key.id });
      if (call === undefined) return false;
      const { run_id: runId, chat_id: chatId, person_id: personId } = call;
      return inTransaction(database, async (trx) => {
        if (!(await noteOutcome(database, trx, { id, keyId: key.id }, { v: 1, outcome }))) return false;
        await record(database, trx, { personId, chatId, runId, callId: id }, { kind: "call-reported", outcome });
        return true;
      });
    },
    stop: async () => {
      following.isStopping = true;
      for (const controller of following.waiting.values()) controller.abort();
      await sweeping.stop();
    },
  };
}

/** Nothing was stored, and nobody was asked. */
class NotAsked extends Error {}
