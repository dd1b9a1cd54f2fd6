import { storedArguments } from "#lib/untrusted/stored-arguments.ts";
import { messageToModel, type MessageToModel } from "#lib/approvals/messages-to-model.ts";
import { isSettled } from "#lib/approvals/states.ts";
import { validateArguments } from "#lib/untrusted/validate-arguments.ts";
import type { Verdict } from "#lib/verdict/verdict.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import { toolCallById } from "#lib/store/calls/tool-calls.ts";
import { answerCall } from "./answer-call.ts";
import { ask } from "#lib/gate/ask/ask.ts";
import { asksUsedUp } from "#lib/gate/judge/asks-used-up.ts";
import { delegateCall } from "./delegate-call.ts";
import { execute } from "./execute.ts";
import type { Gate, RunContext } from "#lib/gate/contract/gate.ts";
import { judgeWithGrants, type Covering } from "#lib/gate/grants/judge-with-grants.ts";
import { observed } from "#lib/gate/contract/observer.ts";
import { tellToolCall } from "#lib/gate/contract/on-tool-call.ts";
import { readyTool, settled, type Judgement } from "#lib/gate/judge/judge-call.ts";
import { refusalBeforeAsking } from "#lib/gate/judge/refusal-before-asking.ts";
import { refusalOfRepeat } from "#lib/gate/judge/refusal-of-repeat.ts";
import { finishCall, notSent, refuseCall } from "./finish-call.ts";
import { repeatCall } from "./repeat-call.ts";
import { startCall } from "./start-call.ts";
import { grantUse } from "#lib/gate/grants/grant-use-of.ts";
import { refusal } from "#lib/gate/contract/stored-result.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";

/** A call takes one turn to be judged, one to start, and one for each round of its server's questions. */
const mostTurns = 100;

/**
 * The only door to a tool, for every caller. Takes one proposed call to its end: judges it, asks about it if it must, runs
 * it at most once, stores its result and tells it. It goes on from the state of the row, so it serves a new call, a call
 * whose process died, and a call answered days later.
 *
 *   proposed ─judge─▶ refused | waiting ─answer─▶ refused | running ─▶ done | failed | unknown
 *                  └───────── allow ────────────────────────┘  ▲ └─ the server asks ─▶ waiting ┐
 *                                                              └──────────────────────────────┘
 *
 * Every step is made only from the state that it was decided in, so `justRead` may be a moment old.
 *
 * Rejects with `RunLost` or an abort when the run was stopped or taken over; the other side then settles the call.
 */
export function runTool(gate: Gate, run: RunContext, callId: string, justRead?: ToolCallRow): Promise<void> {
  const { runId, chatId } = run;
  const stretch = { what: "tool-call", runId, chatId, callId } as const;
  return observed(gate.observer, stretch, () => toItsEnd(gate, run, callId, justRead));
}

async function toItsEnd(gate: Gate, run: RunContext, callId: string, justRead?: ToolCallRow): Promise<void> {
  let known = justRead;
  for (let turns = 0; ; turns += 1) {
    const call = known ?? (await toolCallById(gate.database, callId));
    known = undefined;
    if (isSettled(call.state)) return;
    // Queries of the embedded database never yield: an endless loop here would stop the whole process.
    if (turns === mostTurns) throw new Error(`Tool call ${call.id} does not get anywhere in state ${call.state}.`);
    run.signal.throwIfAborted();
    if (call.state !== "proposed") run.judged();
    const refused = await step(gate, run, call);
    if (refused !== null) await refuseCall(gate, run, call, refused.result, refused.verdict);
  }
}

/** Why a call is not run; `verdict` where policies were asked. */
type Refused = { result: ReturnType<typeof refusal>; verdict?: Verdict };

async function step(gate: Gate, run: RunContext, call: ToolCallRow): Promise<Refused | null> {
  switch (call.state) {
    case "proposed":
      return beginCall(gate, run, call);
    case "waiting":
      await answerCall(gate, run, call);
      return null;
    case "cleared":
      // Cleared and started commit together, so this row was written by hand: run nothing.
      return refusedFor({ kind: "not-askable" });
    case "running":
      if (call.started_fence !== run.fence) await repeatCall(gate, run, call);
      // Its start was committed, and the store was lost before it said so: the tool was never called.
      else await finishCall(gate, run, call, notSent("the store was lost when the call was about to start"));
      return null;
    default:
      throw new Error(`Tool call ${call.id} is ${call.state} under another runner.`);
  }
}

/** Judges a proposed call, then starts it, asks about it, or says why it is refused. */
async function beginCall(gate: Gate, run: RunContext, call: ToolCallRow): Promise<Refused | null> {
  const offered = await readyTool(gate, call, run);
  if ("missing" in offered) return refusedFor(offered.missing);
  const { tool } = offered;
  const args = storedArguments(call.effective_json);
  const checked = validateArguments(tool.inputSchema, args);
  if ("errors" in checked) {
    const problems = checked.errors.map(({ path, message }) => `${path}: ${message}`).join("; ");
    return refusedFor({ kind: "invalid-arguments", problems });
  }
  const { judged: unsettled, grant } = await judgeWithGrants(gate, call, tool, args);
  const judged = settled(gate, tool, unsettled);
  const { verdict } = judged;
  tellToolCall(gate, call, args, verdict);
  if (verdict.verdict === "deny") {
    return { ...refusedFor({ kind: "denied-by-policy", reason: verdict.reason }), verdict };
  }
  const repeated = verdict.verdict === "allow" ? await refusalOfRepeat(gate, call) : null;
  if (repeated !== null) return { result: repeated, verdict };
  // What was declined in this run is not run on a grant either: a no is said last (S0.23).
  const declined = verdict.verdict === "ask" || grant ? await refusalBeforeAsking(gate, run, call) : null;
  if (declined !== null) return { result: declined, verdict };
  if (verdict.verdict === "ask") return askOrRefuse(gate, run, call, { tool, verdict });
  if (tool.worker === undefined) return startUnasked(gate, run, call, { tool, judged, grant });
  await delegateCall(gate, run, call, verdict);
  return null;
}

/** Starts a call that a policy allows, or that a grant covers. */
async function startUnasked(
  gate: Gate,
  run: RunContext,
  call: ToolCallRow,
  { tool, judged, grant }: { tool: Tool; judged: Judgement; grant: Covering | null },
): Promise<Refused | null> {
  const { effective_json: effectiveJson, digest } = call;
  const { verdict } = judged;
  const by = grant ? { by: "grant" as const, grant } : { by: "policy" as const };
  const started = await startCall(gate, run, { call, approval: null, ...by, judged, effectiveJson, digest });
  if (started === "moved-on") return null;
  if (started === "not-as-approved") return { ...refusedFor({ kind: "not-as-approved" }), verdict };
  run.judged();
  const { ruleId, reason } = verdict;
  run.tell(grant ? { kind: "granted", grant: grantUse(grant.row) } : { kind: "unasked", unasked: { ruleId, reason } });
  await execute(gate, run, { ...started, tool, resumption: null, remark: null });
  return null;
}

async function askOrRefuse(
  gate: Gate,
  run: RunContext,
  call: ToolCallRow,
  { tool, verdict }: { tool: Tool; verdict: Verdict },
): Promise<Refused | null> {
  const asked = await ask(gate, run, { call, tool, verdict });
  if (asked === "asked") return null;
  const { result } = refusedFor({ kind: "too-many-asks", within: asked === "run-asked-enough" ? "turn" : "hour" });
  return { result: { ...result, notice: asksUsedUp(gate, asked) }, verdict };
}

function refusedFor(message: MessageToModel): Refused {
  return { result: refusal(messageToModel(message), false) };
}
