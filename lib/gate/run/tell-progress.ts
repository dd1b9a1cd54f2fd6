import { setTimeout as delay } from "node:timers/promises";
import type { Gate } from "#lib/gate/contract/gate.ts";
import type { OpenForm, Progress } from "#lib/gate/contract/tool.ts";
import { questionThatHolds } from "#lib/store/approvals/open-approvals.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";

/** How often it is looked up what a call waits for. */
const lookMs = 1_000;

type Told = { progress: (progress: Progress) => void; stop: () => void };

/**
 * Tells what a tool reports. While its call waits for a connection that another call holds by a question to a person, it
 * is told that too, and in which chat: only where that is a chat of the same person.
 */
export function tellProgress(gate: Gate, call: ToolCallRow, tell: (progress: Progress) => void): Told {
  let latest: AbortController | null = null;
  const follow = async (progress: Progress, signal: AbortSignal) => {
    for (let told: OpenForm | null = null; !signal.aborted;) {
      const found = await openFormFor(gate, call);
      if (signal.aborted) return;
      if (JSON.stringify(found) !== JSON.stringify(told)) tell({ ...progress, until: found ?? "connection" });
      told = found;
      await delay(lookMs, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const stop = () => latest?.abort();
  return {
    progress: (progress) => {
      stop();
      tell(progress);
      if (progress.until !== "connection") return;
      latest = new AbortController();
      follow(progress, latest.signal).catch((error: unknown) =>
        // It is told then that the call waits for a connection, and no more.
        gate.log.warn("call.held-by-unknown", { callId: call.id, error }),
      );
    },
    stop,
  };
}

async function openFormFor({ database, processId }: Gate, call: ToolCallRow): Promise<OpenForm | null> {
  const chat = await questionThatHolds(database, { serverId: call.server_id, processId });
  if (chat === undefined) return null;
  const isTheirs = chat.person_id === call.person_id && chat.origin === "chat";
  return { chat: isTheirs ? { id: chat.id, title: chat.title } : null };
}
