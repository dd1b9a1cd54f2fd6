import { isSettled } from "#lib/approvals/states.ts";
import { parseStoredResult, resultText } from "#lib/gate/contract/stored-result.ts";
import type { ChatListeners } from "#lib/gateway/chat-listeners.ts";
import { askedCall, endAsk, keepWaiting, type AskedCall } from "#lib/store/calls/asks.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { storedArguments } from "#lib/untrusted/stored-arguments.ts";
import type { Verdict } from "#lib/verdict/verdict.ts";
import { denied, undecided, unknownAsk, type AskAnswer } from "./ask-answer.ts";

/** What a process knows of the asks that it works on. */
export type Following = {
  database: Database;
  listeners: Pick<ChatListeners, "listen">;
  /** One request waits for each ask; a later one takes its place. */
  waiting: Map<string, AbortController>;
  isStopping: boolean;
  /** Nothing is released afterwards, and the card closes. */
  forsake: (ask: { id: string; keyId: string; runId: string }) => Promise<void>;
};

/** Shorter than proxies cut silent requests. */
const holdMs = 25_000;
/** Where no event came: another process may work on the call. */
const lookEveryMs = 1_000;
const sayEveryMs = 5_000;

/**
 * Says that the ask waits, now and then, and the answer last; ends without it where another request took the place of
 * this one. `signal`: its agent is gone.
 */
export async function* followAsk(
  following: Following,
  key: { id: string },
  id: string,
  signal: AbortSignal,
): AsyncGenerator<AskAnswer> {
  const { database, listeners, waiting } = following;
  const of = { id, keyId: key.id };
  const call = await askedCall(database, of);
  if (call === undefined) return yield unknownAsk;
  const later = new AbortController();
  waiting.get(id)?.abort();
  waiting.set(id, later);
  let wake = () => {};
  const unlisten = listeners.listen(call.chat_id, () => wake());
  const onAbort = () => wake();
  for (const end of [signal, later.signal]) end.addEventListener("abort", onAbort);
  let begun = performance.now();
  let said = -Infinity;
  try {
    for (;;) {
      // Listens before it looks, so that nothing changes unseen in between.
      const changed = new Promise<void>((resolve) => (wake = resolve));
      if (signal.aborted || following.isStopping) {
        if (call.comes_back === 1) return yield undecided(id);
        await following.forsake({ ...of, runId: call.run_id });
        return yield denied(
          id,
          following.isStopping ? "Countersign was stopped while this waited." : "Its agent waits no more.",
        );
      }
      const now = await askedCall(database, of);
      if (now === undefined) return yield unknownAsk;
      if (now.ended_at !== null || isSettled(now.state)) return yield await handOver(database, key, now);
      if (later.signal.aborted) {
        // Not another request, but the end of the app, which is a no.
        if (following.isStopping) continue;
        return yield undecided(id);
      }
      if (performance.now() - begun >= holdMs) {
        yield undecided(id);
        begun = performance.now();
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
    if (waiting.get(id) === later) {
      waiting.delete(id);
      // Its agent was told to wait, and may be gone by now: nothing is let go before it asks again.
      if (call.comes_back === 1) await keepWaiting(database, of, 0);
    }
  }
}

/** Gives the answer, once: a call that was let go and is asked about again is not let go twice (I2). */
async function handOver(database: Database, key: { id: string }, call: AskedCall): Promise<AskAnswer> {
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
