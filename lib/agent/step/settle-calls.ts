import type { RunContext } from "#lib/gate/contract/gate.ts";
import { runTools } from "#lib/gate/run/run-tools.ts";
import type { Agent } from "#lib/agent/hot/agent.ts";
import type { WhileWaiting } from "#lib/agent/hot/activity.ts";
import { doorOf } from "#lib/agent/hot/hot-run.ts";
import type { HotRun } from "#lib/agent/hot/agent.ts";

type Of = {
  /** The call that gave the work, of which these calls are part; null for those of the chat's own agent. */
  parentId: string | null;
  /** How the calls that give work to an agent have it done. */
  delegating: (whileWaiting: WhileWaiting) => RunContext["delegate"];
};

/** Takes every unsettled call of an agent to its end; a call that waits for people is no work of the run. */
export function settleCalls(agent: Agent, hot: HotRun, { parentId, delegating }: Of): Promise<void> {
  const { abandonAfterMs } = agent.limits;
  return runTools(agent.gate, hot.row, {
    signal: hot.signal,
    abandonAfterMs,
    parentId,
    each: (call, take) =>
      hot.activity.during((whileWaiting) =>
        take({ ...doorOf(agent, hot, call), whileWaiting, delegate: delegating(whileWaiting) }),
      ),
  });
}
