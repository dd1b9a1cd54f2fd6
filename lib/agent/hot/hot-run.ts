import type { ChatChunk, ChatMessage } from "#lib/chat/chat-message.ts";
import type { AtDoor } from "#lib/gate/run/run-tools.ts";
import { touchChat } from "#lib/store/chats/chats.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { noMessage, runById, RunLost } from "#lib/store/runs/runs.ts";
import { endSettledRun, parkRun, wakeRun } from "#lib/store/runs/park-run.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { Activity } from "./activity.ts";
import type { Agent, HotRun } from "./agent.ts";
import { callChunks, cardAsker } from "#lib/agent/stream/call-chunks.ts";
import type { AnswerStream } from "#lib/agent/stream/answer-stream.ts";

/** Somebody ended the run; its rows say so already. */
export class RunStopped extends Error {
  override name = "RunStopped";
}

/** This process let go of the run; the rows keep what is open, and any process goes on from them. */
export class RunReleased extends Error {
  override name = "RunReleased";
}

/** Pause before the next try to park, when the store did not answer. */
const parkAgainAfterMs = 1_000;

export function hotRun(
  agent: Agent,
  { row, origin, off }: Pick<HotRun, "row" | "origin" | "off">,
  stream: AnswerStream,
  latest: ChatMessage,
): HotRun {
  const { gate } = agent;
  const { id: runId, chat_id: chatId, person_id: personId, fence } = row;
  const controller = new AbortController();
  const activity = new Activity({
    // Not when its calls leave memory because this process let go of the run: it still waits, and its watchers are told
    // nothing else.
    resumed: () => {
      if (!controller.signal.aborted) stream.writeState({ runId, status: "running" });
    },
    parked: () => {
      if (parking) return;
      parking = true;
      // Calls come to rest one after the other; one look at the end is enough.
      setImmediate(parkSurely);
    },
  });
  let parking = false;
  function parkSurely() {
    parking = false;
    park().catch((error: unknown) => {
      if (error instanceof RunLost) return hot.abort(error);
      gate.log.error("run.not-parked", { runId, error });
      // Nothing else would park it before the next answer.
      parking = true;
      setTimeout(parkSurely, parkAgainAfterMs).unref();
    });
  }
  async function park() {
    if (!activity.parked || controller.signal.aborted) return;
    // Usually the last of its calls to ask has parked it.
    if ((await runById(gate.database, runId))?.status !== "parked" && !(await parkRow())) return;
    if (!activity.parked) return;
    stream.writeState({ runId, status: "parked" });
    agent.afterParking(hot);
  }
  async function parkRow(): Promise<boolean> {
    const version = await inTransaction(gate.database, async (trx) => {
      // An answer may have come meanwhile; its call is about to go on.
      if (!(await parkRun(gate.database, trx, { runId, fence }))) return null;
      return touchChat(gate.database, trx, chatId);
    });
    if (version === null) return false;
    gate.announce({ personId, chatId, version });
    return true;
  }
  const hot: HotRun = {
    row,
    origin,
    off,
    stream,
    activity,
    latest,
    signal: controller.signal,
    stoppedBy: null,
    cooling: undefined,
    abort: (reason) => {
      clearTimeout(hot.cooling);
      controller.abort(reason);
    },
    done: Promise.resolve(),
  };
  agent.logs.record(stream, row, hot.abort);
  return hot;
}

/** Resolves when the run may begin something new in this process; never once the process is about to end. */
export async function mayGoOn(agent: Agent, { signal }: HotRun): Promise<void> {
  signal.throwIfAborted();
  if (!agent.closing) return;
  await new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** What a hot run brings for one of its calls: the events that the gate tells become chunks of the answer. */
export function doorOf(agent: Agent, hot: HotRun, call: ToolCallRow): AtDoor {
  const { id: runId, fence } = hot.row;
  const write = (chunk: ChatChunk) => hot.stream.write(chunk);
  const endOrWake = async (trx: Trx) => {
    if (!(await endSettledRun(agent.gate.database, trx, { runId, fence }))) await wakeRun(trx, runId);
  };
  return {
    origin: hot.origin,
    mayStart: () => mayGoOn(agent, hot),
    tell: (event) => callChunks(call, event).forEach(write),
    asker: cardAsker(call, write),
    // Nothing comes after the last call of a run without messages.
    ...(hot.row.message_id === noMessage ? { callEnded: endOrWake } : {}),
  };
}
