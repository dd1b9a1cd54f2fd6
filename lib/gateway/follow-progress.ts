import type { Agent } from "#lib/agent/hot/agent.ts";
import type { Progress } from "#lib/gate/contract/tool.ts";

/** Tells what the tools of a run report while they run in this process. Returns the function that stops. */
export function followProgress(agent: Agent, runId: string, tell: (progress: Progress) => void): () => void {
  const hot = agent.hot.get(runId);
  if (hot === undefined) return () => {};
  const reader = hot.stream.join().getReader();
  const follow = async () => {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (next.value.type === "data-progress") tell(next.value.data);
    }
  };
  // Nothing depends on it: the result of the call comes another way.
  follow().catch(() => {});
  return () => void reader.cancel().catch(() => {});
}
