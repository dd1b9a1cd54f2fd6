import { approvalById } from "#lib/store/approvals/approvals.ts";
import type { ApprovalRow, ToolCallRow } from "#lib/store/schema/schema.ts";
import { toolCallById } from "#lib/store/calls/tool-calls.ts";
import { askPeople } from "#lib/gate/ask/ask-people.ts";
import { tellQuestions } from "#lib/gate/ask/await-answers.ts";
import type { Gate, RunContext } from "#lib/gate/contract/gate.ts";
import { hasBegun } from "#lib/gate/contract/stored-resumption.ts";
import { observed } from "#lib/gate/contract/observer.ts";
import { asksUsedUp } from "#lib/gate/judge/asks-used-up.ts";
import { answerCall } from "./answer-call.ts";
import { beginCall } from "./begin-call.ts";
import { cancelTaskOf } from "./cancel-task-of.ts";
import { delegateCall } from "./delegate-call.ts";
import { execute } from "./execute.ts";
import { abandonCall, finishCall, notSent, refuseCall, resultEnd } from "./finish-call.ts";
import { refuseUnasked, type NextMove } from "./next-move.ts";
import { repeatCall } from "./repeat-call.ts";
import { startCall } from "./start-call.ts";

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
  const span = { what: "tool-call", runId, chatId, callId } as const;
  return observed(gate.observer, span, () => toItsEnd(gate, run, callId, justRead));
}

async function toItsEnd(gate: Gate, run: RunContext, callId: string, justRead?: ToolCallRow): Promise<void> {
  let known = justRead;
  for (let turns = 0; ; turns += 1) {
    const call = known ?? (await toolCallById(gate.database, callId));
    known = undefined;
    if (call.state !== "proposed") run.judging.judged(call.id);
    const next = await nextMove(gate, run, call);
    if (next === null) return;
    // Queries of the embedded database never yield: an endless loop here would stop the whole process.
    if (turns === mostTurns) throw new Error(`Tool call ${call.id} makes no progress in state ${call.state}.`);
    run.signal.throwIfAborted();
    await make(gate, run, call, next);
  }
}

/** What is next for a call in this state, null at its end; waits for people where only they know. */
async function nextMove(gate: Gate, run: RunContext, call: ToolCallRow): Promise<NextMove | null> {
  switch (call.state) {
    case "proposed":
      return beginCall(gate, run, call);
    case "waiting":
      return answerCall(gate, run, call);
    case "cleared":
      // Cleared and started commit together, so this row was written by hand: run nothing.
      return refuseUnasked({ kind: "not-askable" });
    case "running":
      if (call.started_fence !== run.fence) return repeatCall(gate, run, call);
      // Its start was committed, and the store was lost before it said so: this start never called the tool.
      return wasStartedBefore(gate, call)
        ? { move: "abandon", problem: "the store was lost when the call was about to go on" }
        : { move: "end", end: notSent("the store was lost when the call was about to start") };
    case "done":
    case "failed":
    case "unknown":
    case "refused":
      return null;
  }
}

/** Whether an earlier start may have called the tool: a round before its server's question, or before a crash. */
function wasStartedBefore({ catalogue }: Gate, call: ToolCallRow): boolean {
  return hasBegun(call) || catalogue.mayRepeat(call);
}

/** Carries a move out. One that somebody else overtook changes nothing: the caller looks again. */
async function make(gate: Gate, run: RunContext, call: ToolCallRow, next: NextMove): Promise<void> {
  switch (next.move) {
    case "ask": {
      const asked = await askPeople(gate, run, { call, ...next });
      if (asked === "asked") return next.outdated && tellOutdated(gate, run, next.outdated.approval);
      const within = asked === "run-asked-enough" ? "turn" : "hour";
      const { result } = refuseUnasked({ kind: "too-many-asks", within });
      return refuseCall(gate, run, call, { ...result, notice: asksUsedUp(gate, asked) }, next.verdict);
    }
    case "delegate":
      return delegateCall(gate, run, call, next);
    case "refuse":
      if (next.tell) run.tell?.(next.tell);
      await refuseCall(gate, run, call, next.result, next.verdict);
      return tellQuestions(run, next.answered ?? [], "refused");
    case "abandon":
      await abandonCall(gate, run, call, next.problem);
      cancelTaskOf(gate, call);
      return tellQuestions(run, next.answered ?? [], "unknown");
    case "end":
      return finishCall(gate, run, call, next.end);
    case "start": {
      const { start, work, unlike, tell = [], answered = [] } = next;
      const started = await startCall(gate, run, start);
      if (started === "moved-on") return;
      if (started === "not-as-approved") return make(gate, run, call, unlike);
      run.judging.judged(call.id);
      for (const event of tell) run.tell?.(event);
      tellQuestions(run, answered, "running");
      if ("done" in work) return finishCall(gate, run, started.call, resultEnd(work.done, work.remark));
      return execute(gate, run, { ...started, ...work });
    }
  }
}

async function tellOutdated({ database }: Gate, run: RunContext, { id }: ApprovalRow): Promise<void> {
  const ended = await approvalById(database, id);
  if (ended) tellQuestions(run, [ended], "waiting");
}
