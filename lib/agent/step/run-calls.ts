import type { Agent, HotRun } from "#lib/agent/hot/agent.ts";
import { delegating } from "./delegating.ts";
import { endRunWith } from "./run-answer.ts";
import { settleCalls } from "./settle-calls.ts";
import { ToolCallIds } from "./tool-call-ids.ts";

/** Takes the calls of a run without messages to their ends, and ends the run. Rejects as `runAnswer` does. */
export async function runCalls(agent: Agent, hot: HotRun): Promise<void> {
  await settleCalls(agent, hot, { parentId: null, delegating: delegating(agent, hot, new ToolCallIds([])) });
  await endRunWith(agent, hot, "done", null);
}
