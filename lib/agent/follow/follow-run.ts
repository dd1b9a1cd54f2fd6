import type { ChatChunk } from "#lib/chat/chat-message.ts";
import { chunksAfter } from "#lib/store/runs/chunks.ts";
import type { RunRow } from "#lib/store/schema/schema.ts";
import type { Agent, Tail } from "#lib/agent/hot/agent.ts";
import { AnswerStream } from "#lib/agent/stream/answer-stream.ts";

/** Whether another process writes the answer of a live run. With SQLite there is none. */
export function isHeldElsewhere(agent: Agent, { owner }: Pick<RunRow, "owner">): boolean {
  const { database, processId } = agent.gate;
  return database.dialect === "postgres" && owner !== null && owner !== processId;
}

/**
 * The answer of a run that another process writes, from its one `start` on, then live. It ends without `finish` when
 * somebody else takes the run over: watchers connect again and see the new attempt from its start.
 */
export async function followRun(agent: Agent, run: RunRow): Promise<ReadableStream<ChatChunk>> {
  let tail = agent.tails.get(run.id);
  if (tail && tail.fence !== run.fence) endTail(agent, tail);
  if (!tail || tail.fence !== run.fence) {
    tail = {
      runId: run.id,
      chatId: run.chat_id,
      fence: run.fence,
      seq: 0,
      stream: new AnswerStream([]),
      endedAt: null,
      reading: null,
      readAgain: false,
    };
    agent.tails.set(run.id, tail);
  }
  await readTail(agent, tail);
  return tail.stream.join();
}

/** Reads what is new in the log. Throws when the store cannot be read. */
export function readTail(agent: Agent, tail: Tail): Promise<void> {
  if (tail.reading) tail.readAgain = true;
  tail.reading ??= readAll(agent, tail).finally(() => {
    tail.reading = null;
  });
  return tail.reading;
}

async function readAll(agent: Agent, tail: Tail): Promise<void> {
  do {
    tail.readAgain = false;
    const { runId, fence, seq } = tail;
    for (const piece of await chunksAfter(agent.gate.database, { runId, fence, seq })) {
      tail.seq = piece.seq;
      // Written by ChunkLog.
      for (const chunk of JSON.parse(piece.chunks_json) as ChatChunk[]) write(agent, tail, chunk);
    }
  } while (tail.readAgain);
}

function write(agent: Agent, tail: Tail, chunk: ChatChunk): void {
  if (chunk.type === "data-run") tail.stream.writeState(chunk.data);
  else tail.stream.write(chunk);
  if (chunk.type === "finish" || chunk.type === "abort") endTail(agent, tail);
}

export function endTail(agent: Agent, tail: Tail): void {
  tail.stream.end();
  if (agent.tails.get(tail.runId) === tail) agent.tails.delete(tail.runId);
}
