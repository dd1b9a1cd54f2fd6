import type { ChatChunk, ChatMessage } from "#lib/chat/chat-message.ts";
import { chunksAfter } from "#lib/store/chunks.ts";
import type { RunRow } from "#lib/store/schema.ts";
import type { Agent } from "./agent.ts";
import { isHeldElsewhere } from "./follow-run.ts";
import { fold } from "./fold.ts";
import { presentRun } from "./present-message.ts";

/**
 * The answer of a live run as far as it is known in this process: what is stored, with the text that another process has
 * logged since, or with what this process has in memory; every call and question as its row stands.
 */
export async function messageSoFar(agent: Agent, run: RunRow, stored: ChatMessage): Promise<ChatMessage> {
  const { database } = agent.gate;
  const here = agent.hot.get(run.id)?.latest;
  const latest = here ?? (isHeldElsewhere(agent, run) ? await withLogged(agent, run, stored) : stored);
  const metadata = stored.metadata === undefined ? {} : { metadata: stored.metadata };
  return presentRun(database, run.id, { ...latest, ...metadata });
}

async function withLogged(agent: Agent, { id: runId, fence }: RunRow, stored: ChatMessage): Promise<ChatMessage> {
  try {
    const pieces = await chunksAfter(agent.gate.database, { runId, fence, seq: 0 });
    if (pieces.length === 0) return stored;
    // Written by ChunkLog.
    const chunks = pieces.flatMap(({ chunks_json }) => JSON.parse(chunks_json) as ChatChunk[]);
    const logged = await fold({ id: stored.id, role: "assistant", parts: [] }, chunks);
    // The log is written a moment later than the steps are stored.
    return written(logged) >= written(stored) ? logged : stored;
  } catch (error) {
    agent.gate.log.warn("chunks.not-read", { runId, error });
    return stored;
  }
}

/** What the model wrote; the rest comes from the rows. */
function written({ parts }: ChatMessage): number {
  return parts.filter(({ type }) => !type.startsWith("data-")).length;
}
