import type { ChatChunk, ChatMessage } from "#lib/chat/chat-message.ts";
import { chunksAfter } from "#lib/store/runs/chunks.ts";
import type { RunRow } from "#lib/store/schema/schema.ts";
import type { Agent } from "#lib/agent/hot/agent.ts";
import { isHeldElsewhere } from "./follow-run.ts";
import { fold } from "#lib/agent/stream/fold.ts";
import { presentRun } from "#lib/agent/stream/present-message.ts";

/**
 * The answer of a live run as far as it is known in this process: the text of the step that is being written, here or
 * by another process, and every call and question as its row stands. A reader sees no less than a watcher.
 */
export async function messageSoFar(agent: Agent, run: RunRow, stored: ChatMessage): Promise<ChatMessage> {
  const { database } = agent.gate;
  const hot = agent.hot.get(run.id);
  const kept = hot?.latest ?? stored;
  const streamed = hot ? folded(kept, hot.stream.replay) : await logged(agent, run, kept);
  // The stream is a moment ahead of what is kept, and that is a moment ahead of the log.
  const latest = written(streamed) >= written(kept) ? streamed : kept;
  const metadata = stored.metadata === undefined ? {} : { metadata: stored.metadata };
  return presentRun(database, run.id, { ...latest, ...metadata });
}

async function logged(agent: Agent, run: RunRow, kept: ChatMessage): Promise<ChatMessage> {
  if (!isHeldElsewhere(agent, run)) return kept;
  const pieces = await chunksAfter(agent.gate.database, { runId: run.id, fence: run.fence, seq: 0 });
  // Written by ChunkLog.
  const chunks = pieces.flatMap(({ chunks_json }) => JSON.parse(chunks_json) as ChatChunk[]);
  return folded(kept, chunks);
}

function folded({ id }: ChatMessage, chunks: readonly ChatChunk[]): ChatMessage {
  return fold({ id, role: "assistant", parts: [] }, chunks);
}

/** What the model wrote; the rest comes from the rows. */
function written({ parts }: ChatMessage): number {
  return parts.filter(({ type }) => !type.startsWith("data-")).length;
}
