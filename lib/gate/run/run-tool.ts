import { storedArguments } from "#lib/untrusted/stored-arguments.ts";
import { messageToModel } from "#lib/approvals/messages-to-model.ts";
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
import { offeredTool, settled, type Judgement } from "#lib/gate/judge/judge-call.ts";
import { refusalBeforeAsking } from "#lib/gate/judge/refusal-before-asking.ts";
import { refusalOfRepeat } from "#lib/gate/judge/refusal-of-repeat.ts";
import { finishCall, refuseCall } from "./finish-call.ts";
import { repeatCall } from "./repeat-call.ts";
import { serverReady } from "#lib/gate/contract/servers-settled.ts";
import { startCall } from "./start-call.ts";
import { grantUse } from "#lib/gate/grants/grant-use-of.ts";
import { refusal } from "#lib/gate/contract/stored-result.ts";
import { textResult } from "#lib/gate/contract/text-result.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";

/** A call takes a turn to be judged, one to start, and one for each round of its server's questions. */
const mostTurns = 100;

/**
 * The only door to a tool, for every caller. Takes one proposed call to its end: judged, asked about when it must be,
 * run at most once, its result stored and told. Goes on from whatever state the row is in, so it
 * serves a new call, a call whose process died, and a call answered days later alike.
 *
 *   proposed ─judge─▶ refused | waiting ─answer─▶ refused | running ─▶ done | failed | unknown
 *                  └───────── allow ────────────────────────┘  ▲ └─ the server asks ─▶ waiting ┐
 *                                                              └──────────────────────────────┘
 *
 * Every step is made only from the state that it was decided in, so `justRead` may be a moment old.
 *
 * Rejects with `RunLost` or an abort when the run was stopped or taken over; whoever did that settles the call.
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
    // The embedded database never waits: what went round in circles would stop the whole process.
    if (turns === mostTurns) throw new Error(`Tool call ${call.id} does not get anywhere in state ${call.state}.`);
    run.signal.throwIfAborted();
    if (call.state !== "proposed") run.judged();
    switch (call.state) {
      case "proposed":
        await beginCall(gate, run, call);
        break;
      case "waiting":
        await answerCall(gate, run, call);
        break;
      case "cleared":
        // Cleared and started commit together, so this row was written by hand: run nothing.
        await refuseCall(gate, run, call, refusal(messageToModel({ kind: "not-askable" }), false));
        break;
      case "running":
        if (call.started_fence === run.fence) {
          await finishUnsent(gate, run, call);
          break;
        }
        await repeatCall(gate, run, call);
        break;
      default:
        throw new Error(`Tool call ${call.id} is ${call.state} under another runner.`);
    }
  }
}

/** Its start was committed, and the store was lost before it said so: the tool was never called. */
async function finishUnsent(gate: Gate, run: RunContext, call: ToolCallRow): Promise<void> {
  const text = messageToModel({ kind: "not-sent", problem: "the store was lost when the call was about to start" });
  const result = textResult(text, true);
  await finishCall(gate, run, call, { to: "failed", result: { v: 1, kind: "result", result, remark: null } });
}

async function beginCall(gate: Gate, run: RunContext, call: ToolCallRow): Promise<void> {
  await serverReady(gate, call, run.signal);
  const offered = offeredTool(gate, call, run);
  if ("missing" in offered) return refuseCall(gate, run, call, refusal(messageToModel(offered.missing), false));
  const { tool } = offered;
  const args = storedArguments(call.effective_json);
  const checked = validateArguments(tool.inputSchema, args);
  if ("errors" in checked) {
    const problems = checked.errors.map(({ path, message }) => `${path}: ${message}`).join("; ");
    return refuseCall(gate, run, call, refusal(messageToModel({ kind: "invalid-arguments", problems }), false));
  }
  const { judged: unsettled, grant } = await judgeWithGrants(gate, call, tool, args);
  const judged = settled(gate, tool, unsettled);
  const { verdict } = judged;
  tellToolCall(gate, call, args, verdict);
  switch (verdict.verdict) {
    case "deny": {
      const text = messageToModel({ kind: "denied-by-policy", reason: verdict.reason });
      return refuseCall(gate, run, call, refusal(text, false), verdict);
    }
    case "allow": {
      const repeat = await refusalOfRepeat(gate, call);
      if (repeat !== null) return refuseCall(gate, run, call, repeat, verdict);
      return grant
        ? startGranted(gate, run, call, { tool, judged, grant })
        : startAllowed(gate, run, call, { tool, judged });
    }
    case "ask":
      return askOrRefuse(gate, run, call, { tool, verdict });
  }
}

type Allowed = { tool: Tool; judged: Judgement };
type Asking = { tool: Tool; verdict: Verdict };

/** What was declined in this run is not run on a grant either: a no is said last (S0.23). */
async function startGranted(
  gate: Gate,
  run: RunContext,
  call: ToolCallRow,
  allowed: Allowed & { grant: Covering },
): Promise<void> {
  const refused = await refusalBeforeAsking(gate, run, call);
  if (refused !== null) return refuseCall(gate, run, call, refused, allowed.judged.verdict);
  await startAllowed(gate, run, call, allowed);
}

async function startAllowed(
  gate: Gate,
  run: RunContext,
  call: ToolCallRow,
  { tool, judged, grant }: Allowed & { grant?: Covering },
): Promise<void> {
  if (tool.worker !== undefined) return delegateCall(gate, run, call, judged.verdict);
  const { effective_json: effectiveJson, digest } = call;
  const by = grant ? { by: "grant" as const, grant } : { by: "policy" as const };
  const started = await startCall(gate, run, { call, approval: null, ...by, judged, effectiveJson, digest });
  if (started === "moved-on") return;
  if (started === "not-as-approved") {
    return refuseCall(gate, run, call, refusal(messageToModel({ kind: "not-as-approved" }), false), judged.verdict);
  }
  run.judged();
  const { ruleId, reason } = judged.verdict;
  run.tell(grant ? { kind: "granted", grant: grantUse(grant.row) } : { kind: "unasked", unasked: { ruleId, reason } });
  await execute(gate, run, { ...started, tool, resumption: null, remark: null });
}

async function askOrRefuse(gate: Gate, run: RunContext, call: ToolCallRow, { tool, verdict }: Asking): Promise<void> {
  const refused = await refusalBeforeAsking(gate, run, call);
  if (refused !== null) return refuseCall(gate, run, call, refused, verdict);
  const asked = await ask(gate, run, { call, tool, verdict });
  if (asked === "asked") return;
  const tooMany = refusal(
    messageToModel({ kind: "too-many-asks", within: asked === "run-asked-enough" ? "turn" : "hour" }),
    false,
  );
  await refuseCall(gate, run, call, { ...tooMany, notice: asksUsedUp(gate, asked) }, verdict);
}
