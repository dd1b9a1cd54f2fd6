import { messageToModel } from "#lib/approvals/messages-to-model.ts";
import { appServerOf } from "#lib/verdict/caller.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import { wasDeclinedWithin } from "#lib/store/calls/same-calls.ts";
import { declinedCallsOfRun } from "#lib/store/calls/tool-calls.ts";
import { asksPaused } from "./asks-used-up.ts";
import type { Gate, RunContext } from "#lib/gate/contract/gate.ts";
import { refusal } from "#lib/gate/contract/stored-result.ts";

type Refusal = ReturnType<typeof refusal>;

/** How often a person may decline one tool in a run before the run stops asking about it. */
const mostDeclinesPerTool = 2;
/** How often a person may decline anything in a run before the run stops asking, and they are asked what they want. */
const mostDeclines = 3;
/** Each call of a client, an agent elsewhere or an app is a run of its own: for so long the same is not asked about again. */
const minutesOfPeace = 3;

/**
 * How a call is refused without asking; null when the person is to be asked. A call declined
 * once is not asked about again in the same run, nor is a tool declined twice; after three
 * declines nothing is (S0.23, row 20, C13).
 */
export async function refusalBeforeAsking(gate: Gate, run: RunContext, call: ToolCallRow): Promise<Refusal | null> {
  const isAlone = run.origin !== "chat" || appServerOf(call.caller) !== null;
  if (isAlone && (await wasDeclinedWithin(gate.database, call, minutesOfPeace * 60_000))) {
    gate.observer?.loop("declined-repeat");
    return refusal(messageToModel({ kind: "declined-lately", minutes: minutesOfPeace }), false);
  }
  const declined = await declinedCallsOfRun(gate.database, run.runId);
  const sameCall = declined.some(({ digest }) => digest === call.digest);
  const sameTool = declined.filter(({ wire_name }) => wire_name === call.wire_name);
  if (sameCall || sameTool.length >= mostDeclinesPerTool) {
    gate.observer?.loop("declined-repeat");
    return refusal(messageToModel({ kind: "already-declined" }), false);
  }
  if (declined.length < mostDeclines) return null;
  gate.observer?.loop("interaction-budget");
  const paused = refusal(messageToModel({ kind: "declined-too-often", times: declined.length }), false);
  return { ...paused, notice: asksPaused(declined.length) };
}
