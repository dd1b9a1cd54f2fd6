import { unknownResult } from "#lib/gate/contract/stored-result.ts";
import { isStoreUnavailable } from "#lib/store/engine/store-unavailable.ts";
import { storedArguments } from "#lib/untrusted/stored-arguments.ts";
import { approvalsOfCall, approvalsWithCall } from "#lib/store/approvals/approvals.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import { toolCallById } from "#lib/store/calls/tool-calls.ts";
import { runById } from "#lib/store/runs/runs.ts";
import { preconditionsOf } from "#lib/store/runs/call-preconditions.ts";
import { acceptedIn } from "#lib/gate/contract/stored-approval.ts";
import { askForServer, elicitor } from "#lib/gate/ask/ask-for-server.ts";
import { asksUsedUp } from "#lib/gate/judge/asks-used-up.ts";
import { refuseBehind } from "#lib/gate/judge/judge-call.ts";
import { onceMore } from "#lib/gate/judge/once-more.ts";
import { tellQuestions } from "#lib/gate/ask/await-answers.ts";
import type { Gate, RunContext } from "#lib/gate/contract/gate.ts";
import { observed } from "#lib/gate/contract/observer.ts";
import { finishCall, notSent, resultEnd, type End } from "./finish-call.ts";
import { keepTask } from "./keep-task.ts";
import { standingOfStarted } from "./standing-of.ts";
import type { Started } from "./start-call.ts";
import { throughOutages } from "#lib/gate/contract/through-outages.ts";
import { tellProgress } from "./tell-progress.ts";
import type { Resumption, Tool, ToolOutcome } from "#lib/gate/contract/tool.ts";

/** What a start leads to. */
export type Work = {
  tool: Tool;
  resumption: Resumption | null;
  /** It was started before a crash. */
  isRepeat?: true;
  /** What the model is told beside the result. */
  remark: string | null;
};
type Execution = Started & Work;

/**
 * Runs a started call with the stored bytes and records its end, or puts the server's questions to the person and
 * leaves the call waiting for them. Nothing that fails here starts the call again.
 */
export async function execute(
  gate: Gate,
  run: RunContext,
  { call, tool, clearance, ...work }: Execution,
): Promise<void> {
  const { runId, chatId } = run;
  const span = { what: "execute", runId, chatId, callId: call.id, name: call.wire_name } as const;
  const outcome = await observed(gate.observer, span, () => callTool(gate, run, call, { tool, clearance, ...work }));
  // Only this process knows what the tool did.
  await throughOutages(gate, run.signal, async (again) => {
    if (again && !(await isStillRunning(gate, call))) return;
    const end = await endOf(gate, run, { call, tool, ...work }, outcome);
    if (end !== null) await finishCall(gate, run, call, end);
  });
  // Each card of the call is told its end.
  for (const approval of await approvalsWithCall(gate.database, call.id)) {
    tellQuestions(run, [approval], approval.call_state);
  }
}

async function isStillRunning({ database }: Gate, call: ToolCallRow): Promise<boolean> {
  const { state, started_fence } = await toolCallById(database, call.id);
  return state === "running" && started_fence === call.started_fence;
}

/** How the outcome ends the call; null when its server asked something, and people have the questions. */
async function endOf(
  gate: Gate,
  run: RunContext,
  { call, tool, resumption, isRepeat, remark }: Omit<Execution, "clearance">,
  outcome: ToolOutcome,
): Promise<End | null> {
  switch (outcome.kind) {
    case "result":
      return resultEnd(outcome.result, remark);
    case "released":
      return { ...resultEnd(outcome.result, remark), released: true };
    case "not-sent":
      // What was not sent now does not undo what was before.
      return resumption || isRepeat ? unknownEnd(outcome.message) : notSent(outcome.message);
    case "unknown":
      return unknownEnd(outcome.message);
    case "input-required":
    case "links-first":
    case "sign-in-first": {
      if (await askForServer(gate, run, { call, tool, outcome, resumption, isRepeat, remark })) return null;
      const { to, result } = unknownEnd("its server asked more questions than one answer may ask");
      return { to, result: { ...result, notice: asksUsedUp(gate, "run-asked-enough") } };
    }
  }
}

/** The approval that let it run, so that the key says for whose decision it stands. */
async function idempotencyKeyOf({ database }: Gate, call: ToolCallRow, { idempotent }: Tool): Promise<string | null> {
  if (!idempotent) return null;
  return acceptedIn(await approvalsOfCall(database, call.id))?.id ?? call.id;
}

async function callTool(
  gate: Gate,
  run: RunContext,
  call: ToolCallRow,
  { tool, clearance, resumption, remark }: Omit<Execution, "call">,
): Promise<ToolOutcome> {
  const told = tellProgress(gate, call, (progress) => run.tell?.({ kind: "progress", progress }));
  try {
    return await tool.call({
      clearance,
      callId: call.id,
      idempotencyKey: await idempotencyKeyOf(gate, call, tool),
      personId: call.person_id,
      // Parsed from the stored bytes whose digest was checked: what was shown is what runs.
      arguments: storedArguments(call.effective_json),
      resumption,
      signal: run.signal,
      mayStillGo: () => mayStillGo(gate, run, call),
      keepTask: (task) => keepTask(gate, run, { call, remark }, task),
      elicit: elicitor(gate, run, { call, tool }),
      onProgress: told.progress,
    });
  } catch (error) {
    // A tool that throws does not say whether it took effect.
    gate.log.error("tool.threw", { callId: call.id, tool: call.wire_name, error });
    const said = error instanceof Error ? error.message : String(error);
    // What the store says of itself names hosts and statements (THREATS H4).
    return { kind: "unknown", message: isStoreUnavailable(error) ? "the store did not answer" : said };
  } finally {
    told.stop();
  }
}

/** By what is in force in every process. What cannot be looked up may not go. */
async function mayStillGo(gate: Gate, run: RunContext, call: ToolCallRow): Promise<boolean> {
  try {
    return await onceMore(gate, async () => {
      refuseBehind(gate, await preconditionsOf(gate.database, call));
      if ("fallen" in (await standingOfStarted(gate, run, call))) return false;
      const row = await runById(gate.database, run.runId);
      return row?.fence === run.fence && row.ended_at === null;
    });
  } catch (error) {
    gate.log.warn("call.not-looked-at-again", { callId: call.id, error });
    return false;
  }
}

function unknownEnd(problem: string) {
  return { to: "unknown" as const, result: unknownResult(problem) };
}
