import type { Agent } from "#lib/agent/hot/agent.ts";
import { startCalls } from "#lib/agent/runs/start-calls.ts";
import { stopRun } from "#lib/agent/runs/runs.ts";
import type { SaidOfCall } from "#lib/approvals/stored-subject.ts";
import { isSettled } from "#lib/approvals/states.ts";
import { parseStoredResult, resultText } from "#lib/gate/contract/stored-result.ts";
import { proposeCall } from "#lib/gate/run/propose-call.ts";
import { record } from "#lib/store/audit/record.ts";
import {
  askedCall,
  countOpenAsks,
  endAsk,
  forsakenAsks,
  insertAsk,
  keepWaiting,
  noteOutcome,
  type AskedCall,
} from "#lib/store/calls/asks.ts";
import { agentSession } from "#lib/store/chats/agent-sessions.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { repeatEvery } from "#lib/store/engine/repeat-every.ts";
import { countMore, holdPerson } from "#lib/store/people/person-counts.ts";
import { agentWireName } from "#lib/tools/agent-tool.ts";
import type { ChatListeners } from "#lib/gateway/chat-listeners.ts";
import type { KeyUse } from "#lib/server/people/keys.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { storedArguments } from "#lib/untrusted/stored-arguments.ts";
import type { Verdict } from "#lib/verdict/verdict.ts";

/** A tool call that an agent elsewhere wants to make itself. Nobody checked what it says of itself. */
export type Asked = {
  agent: string;
  tool: string;
  arguments: JsonObject;
  summary: string | null;
  cwd: string | null;
  takesChanges: boolean;
  timeoutMs: number;
};

/** `wait`: nothing is decided yet, so ask again. Whatever is not `allow` lets nothing run. */
export type AskAnswer = {
  id: string | null;
  decision: "allow" | "deny" | "wait";
  reason: string;
  /** What may run, where a person changed it. */
  arguments?: JsonObject;
};

/** Asks of agents that run their own tools: calls on the gate, whose tool runs by being let go. */
export type Asks = {
  /** Puts the call to the gate. */
  begin: (key: KeyUse, asked: Asked) => Promise<AskAnswer>;
  /** Waits for the answer, for a while. `signal`: its agent is gone. */
  wait: (key: KeyUse, id: string, signal: AbortSignal) => Promise<AskAnswer>;
  /** Takes what the agent says of a call that was let go; false where there is none of this key, or it said it before. */
  report: (key: KeyUse, id: string, outcome: "done" | "failed") => Promise<boolean>;
  /** Refuses everything that waits here, and ends the watch for agents that are gone. */
  stop: () => Promise<void>;
};

/** Within an hour, of one person: it bounds what a stolen key writes into the store. */
const mostAnHour = 3_000;
/** That wait at once. */
const mostOpen = { ofKey: 20, ofPerson: 60 };
const unknown = "This key asked nothing of this id.";
/** Shorter than proxies cut silent requests. */
const holdMs = 25_000;
/** Where no event came: another process may work on the call. */
const lookEveryMs = 1_000;
const sayEveryMs = 5_000;
const sweepEveryMs = 2_000;

export function asksOf(agent: Agent, listeners: Pick<ChatListeners, "listen">): Asks {
  const { database, log } = agent.gate;
  /** One request waits for each ask; a later one takes its place. */
  const waiting = new Map<string, AbortController>();
  const sweeping = repeatEvery(
    sweepEveryMs,
    async () => {
      for (const { call_id: id, key_id: keyId, run_id } of await forsakenAsks(database)) {
        await forsake({ id, keyId, runId: run_id });
      }
    },
    (error) => log.warn("asks.not-swept", { error }),
  );
  let isStopping = false;

  /** Nothing is released afterwards, and the card closes. */
  async function forsake({ id, keyId, runId }: { id: string; keyId: string; runId: string }): Promise<void> {
    await endAsk(database, { id, keyId });
    await stopRun(agent, runId, "client-gone");
  }

  async function begin(key: KeyUse, asked: Asked): Promise<AskAnswer> {
    try {
      const [id] = await startCalls(agent, {
        personId: key.person.id,
        origin: "agent",
        chatIn: async (trx) => {
          await holdPerson(database, trx, key.person.id);
          await refuseFlood(trx, key);
          const of = { personId: key.person.id, keyId: key.id, agent: asked.agent };
          const chatId = await agentSession(database, trx, of, agent.gate.newId());
          if (chatId === null) throw new NotAsked("Too many agents ask with this key. Make one key for each.");
          return chatId;
        },
        propose: (run) => [callOf(key, asked, run)],
        beside: async (trx, calls) => {
          for (const call of calls) await insertAsk(database, trx, { id: call.id, keyId: key.id, runId: call.run_id });
        },
      });
      if (id === undefined) throw new Error("An ask was begun without an id.");
      return { id, decision: "wait", reason: "Nobody has answered yet." };
    } catch (error) {
      if (error instanceof NotAsked) return denied(null, error.message);
      throw error;
    }
  }

  function callOf(key: KeyUse, { agent: name, tool, arguments: input, ...said }: Asked, run: Run) {
    const wireName = agentWireName(name, tool);
    const found = agent.gate.catalogue.offered({ personId: key.person.id, origin: "agent" }).get(wireName);
    const call = proposeCall(run, found, { toolCallId: agent.gate.newId(), wireName, input });
    if ("problem" in call) throw new NotAsked(`It cannot be asked about: ${call.problem}.`);
    const stored: SaidOfCall = { v: 1, agent: name, keyName: key.name, ...said };
    return { ...call, caller: `asks:${key.name}` as const, outside_json: JSON.stringify(stored) };
  }

  async function refuseFlood(trx: Parameters<typeof countOpenAsks>[0], key: KeyUse): Promise<void> {
    const open = await countOpenAsks(trx, { keyId: key.id, personId: key.person.id });
    if (open.ofKey >= mostOpen.ofKey || open.ofPerson >= mostOpen.ofPerson) {
      throw new NotAsked("Too many questions wait for an answer already.");
    }
    const over = await countMore(database, trx, { personId: key.person.id, what: "asks", more: 1, most: mostAnHour });
    if (over !== null) throw new NotAsked(`More than ${mostAnHour} calls were asked about within an hour.`);
  }

  async function wait(key: KeyUse, id: string, signal: AbortSignal): Promise<AskAnswer> {
    const of = { id, keyId: key.id };
    const call = await askedCall(database, of);
    if (call === undefined) return denied(null, unknown);
    const later = new AbortController();
    waiting.get(id)?.abort();
    waiting.set(id, later);
    let wake = () => {};
    const unlisten = listeners.listen(call.chat_id, () => wake());
    const onAbort = () => wake();
    for (const end of [signal, later.signal]) end.addEventListener("abort", onAbort);
    const begun = performance.now();
    let said = -Infinity;
    try {
      for (;;) {
        // Listens before it looks, so that nothing changes unseen in between.
        const changed = new Promise<void>((resolve) => (wake = resolve));
        if (signal.aborted || isStopping) {
          await forsake({ ...of, runId: call.run_id });
          return denied(id, isStopping ? "Countersign was stopped while this waited." : "Its agent waits no more.");
        }
        const now = await askedCall(database, of);
        if (now === undefined) return denied(null, unknown);
        if (now.ended_at !== null || isSettled(now.state)) return await handOver(key, now);
        if (later.signal.aborted || performance.now() - begun >= holdMs) {
          return { id, decision: "wait", reason: "Nobody has answered yet." };
        }
        if (performance.now() - said >= sayEveryMs) {
          await keepWaiting(database, of);
          said = performance.now();
        }
        await within(lookEveryMs, changed);
      }
    } finally {
      unlisten();
      for (const end of [signal, later.signal]) end.removeEventListener("abort", onAbort);
      if (waiting.get(id) === later) waiting.delete(id);
    }
  }

  /** Gives the answer, once: a call that was let go and is asked about again is not let go twice (I2). */
  async function handOver(key: KeyUse, call: AskedCall): Promise<AskAnswer> {
    const ended = await endAsk(database, { id: call.id, keyId: key.id });
    if (ended === null) return denied(call.id, "The answer to this was given before, or its agent had left.");
    const result = call.result_json === null ? null : parseStoredResult(call.result_json);
    if (call.state !== "done" || !ended.released || result?.kind !== "result") {
      return denied(call.id, result === null ? "It was not let go." : resultText(result));
    }
    const changed = call.effective_json === call.arguments_json ? null : storedArguments(call.effective_json);
    return {
      id: call.id,
      decision: "allow",
      reason: result.remark ?? whyAllowed(call),
      ...(changed === null ? {} : { arguments: changed }),
    };
  }

  return {
    begin,
    wait,
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
      isStopping = true;
      for (const controller of waiting.values()) controller.abort();
      await sweeping.stop();
    },
  };
}

type Run = Parameters<typeof proposeCall>[0];

/** Nothing was stored, and nobody was asked. */
class NotAsked extends Error {}

function denied(id: string | null, reason: string): AskAnswer {
  return { id, decision: "deny", reason };
}

function whyAllowed({ verdict_json }: AskedCall): string {
  // Written by the gate alone.
  const verdict = verdict_json === null ? null : (JSON.parse(verdict_json) as Verdict);
  return verdict?.verdict === "allow" ? verdict.reason : "A person approved it.";
}

async function within(ms: number, event: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([event, promise]);
  clearTimeout(timer);
}
