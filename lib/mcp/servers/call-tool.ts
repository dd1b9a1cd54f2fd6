import { setTimeout as delay } from "node:timers/promises";
import { isInputRequiredResult, type Tool as ListedTool } from "@modelcontextprotocol/client";
import type { Mask } from "#lib/audit/mask.ts";
import type { ClearedCall, Resumption, ToolOutcome } from "#lib/gate/contract/tool.ts";
import { CallClock, type CallLimits } from "./call-clock.ts";
import { afterBegin, errorResult, outcomeOfError, pageIdsOf, type Stale } from "./outcome-of-error.ts";
import { checkedResult } from "./checked-result.ts";
import type { Connection } from "#lib/mcp/connection/connection.ts";
import { currentCall, type InFlightCall } from "#lib/mcp/transport/in-flight-call.ts";
import { taskIn } from "#lib/mcp/transport/tasks-on-the-wire.ts";
import { isSessionOver } from "./is-session-over.ts";
import { readQuestions } from "./read-questions.ts";
import { readTask } from "#lib/mcp/transport/read-task.ts";

/** The key of our call id in the request's metadata, the same in every round. */
const callIdKey = "countersign/call-id";
const idempotencyKeyKey = "countersign/idempotency-key";
/** The SDK's own timer must never fire; Node fires a longer one at once. */
const noTimeoutMs = 2_147_483_647;
const maxSilentRounds = 10;
const maxRoundPauseMs = 5_000;
/** The state is kept with the call for good, and read with each of its answer's calls. */
const maxStateBytes = 64 * 1024;
/** More questions than any call needs; a server that asks without end only wastes people's time. */
const maxQuestions = 100;
/** More questions at once are no conversation; each is a card before a person. */
const maxOpenQuestions = 20;
const progressEveryMs = 100;
const maxProgressMessage = 500;

/** The server works on the call, and is asked for how that is. */
export type BegunTask = { kind: "task"; id: string };

/**
 * Sends one tools/call whose clearance is already spent, over the connection's protocol. Resolves to the outcome, or to
 * `stale` when nothing was sent and a new connection may be tried. Never rejects: a failure after the request was sent,
 * in whichever round, is `unknown`. A call that is given up is cancelled at its server, which goes on.
 */
export async function callTool(
  connection: Connection,
  tool: ListedTool,
  call: ClearedCall,
  limits: CallLimits,
): Promise<ToolOutcome | Stale | BegunTask> {
  const { client, router } = connection;
  if (client.transport === undefined) return { kind: "stale", message: "The connection is over." };
  const hadSession = client.transport.sessionId !== undefined;
  const cancel = new AbortController();
  const over = new AbortController();
  const givenUp = Promise.withResolvers<ToolOutcome>();
  const giveUp = (message: string) => {
    givenUp.resolve({ kind: "unknown", message });
    cancel.abort(message);
    over.abort();
  };
  const clock = new CallClock(limits, () => giveUp("The server did not answer in time."));
  let asked = 0;
  let open = 0;
  const stop = () => giveUp("It was stopped after the call was sent.");
  const inFlight: InFlightCall = {
    tool: tool.name,
    over: over.signal,
    streamEnded: (why) => giveUp(`No answer came: ${why}.`),
    ask: async (request, signal) => {
      asked += 1;
      if (asked > maxQuestions) {
        giveUp("The server asked too many questions.");
        throw new Error("The call was given up: it asked too many questions.");
      }
      if (open >= maxOpenQuestions) throw new Error(`${maxOpenQuestions} questions of this call are open already.`);
      const end = AbortSignal.any([signal, over.signal]);
      open += 1;
      return clock
        .whilePaused(() => Promise.race([call.elicit(request, end), withdrawn(end)]))
        .finally(() => (open -= 1));
    },
  };
  call.signal.addEventListener("abort", stop, { once: true });
  router.begin(inFlight);
  let isAnswered = false;
  let wasPutOff = false;
  const putOff = () => (wasPutOff = true);
  try {
    const mayWait = () => !wasPutOff && !isBegun(call.resumption);
    const answered = currentCall
      .run(inFlight, () => {
        const under = { clock, cancel: cancel.signal, putOff, ...limits };
        return whenPagesAreDone(connection, call, { ...under, mayWait }, () => converse(connection, tool, call, under));
      })
      .catch(async (error: unknown) => {
        const outcome = outcomeOfError(error, {
          sessionIsOver: hadSession && (await isSessionOver(client, error)),
          mask: connection.mask(),
        });
        const hasBegun = wasPutOff || (outcome.kind === "links-first" && isBegun(call.resumption));
        return hasBegun ? afterBegin(outcome) : outcome;
      });
    const outcome = await Promise.race([answered, givenUp.promise]);
    isAnswered = outcome.kind !== "unknown";
    return outcome;
  } finally {
    clock.stop();
    call.signal.removeEventListener("abort", stop);
    router.end(inFlight, isAnswered);
    over.abort();
  }
}

/** Withdraws the question: the server no longer waits for an answer. */
function withdrawn(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = () => reject(new Error("The question was withdrawn."));
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}

/** Whether the server has asked in an earlier round, and goes on with it. */
function isBegun(resumption: Resumption | null): boolean {
  return resumption !== null && (resumption.requestState !== null || Object.keys(resumption.inputResponses).length > 0);
}

/**
 * Sends a call; again where its server did not begin because of pages, and then says that the person is done there. The
 * person opened them before: a call that is new to them asks first.
 */
async function whenPagesAreDone(
  { client, pages }: Connection,
  call: ClearedCall,
  { clock, cancel, mayWait, pageMs }: Under & { mayWait: () => boolean },
  send: () => Promise<ToolOutcome | BegunTask>,
): Promise<ToolOutcome | BegunTask> {
  for (let times = 1; ; times += 1) {
    try {
      return await send();
    } catch (error) {
      const ids = client.getProtocolEra() === "modern" || !mayWait() ? null : pageIdsOf(error);
      if (ids === null) throw error;
      pages.await(call, ids);
      const isTelling = pages.areTold;
      const isInVain = !isTelling && pages.hasWaited(call.callId);
      if (call.resumption === null || isInVain || times === maxSilentRounds) throw error;
      call.onProgress({ progress: 0, total: null, message: waitsForPage, isQueued: true });
      const within = { ms: isTelling ? pageMs * longer : pageMs, signal: cancel };
      const isTold = await clock.whilePaused(() => pages.told(call.callId, within));
      if (!isTold || !(await call.mayStillGo())) throw error;
      call.onProgress({ progress: 0, total: null, message: null });
    }
  }
}

const waitsForPage = "Waits for the server to say that you are done on the page.";
/** A server that was heard to say so is waited for longer. */
const longer = 40;

/** `putOff` is called when the server answers that the call is to be sent again later. */
type Under = { clock: CallClock; cancel: AbortSignal; roundPauseMs: number; pageMs: number; putOff: () => void };

/** Calls until the server returns a result or a question for a person; a round without either asks us to wait. */
async function converse(
  { client, mask }: Connection,
  tool: ListedTool,
  call: ClearedCall,
  { clock, cancel, roundPauseMs, putOff }: Under,
): Promise<ToolOutcome | BegunTask> {
  // With an output schema the SDK takes a round of questions for a result without its structured content, and keeps
  // from people and models what does not fit.
  const { outputSchema: _, ...toolDefinition } = tool;
  let resumption = call.resumption;
  for (let round = 1; ; round += 1) {
    const result: unknown = await client.callTool(paramsOf(tool.name, call, resumption), {
      allowInputRequired: true,
      toolDefinition,
      timeout: noTimeoutMs,
      signal: cancel,
      onprogress: progressListener(call, clock, mask),
    });
    clock.heard();
    if (!isInputRequiredResult(result)) return resultOf(tool, result, mask());
    const read = readQuestions(result.inputRequests, mask());
    if ("problem" in read)
      return errorResult(`The server ${read.problem}, which this client does not offer. The call did not finish.`);
    const requestState = result.requestState ?? null;
    if (requestState !== null && Buffer.byteLength(requestState) > maxStateBytes)
      return errorResult(`The server gave more than ${maxStateBytes / 1024} KB to send back. The call did not finish.`);
    if (Object.keys(read.questions).length > 0)
      return { kind: "input-required", requests: read.questions, requestState };
    putOff();
    if (round === maxSilentRounds) break;
    const pauseMs = Math.min(roundPauseMs * 2 ** (round - 1), maxRoundPauseMs);
    await clock.whilePaused(() => delay(pauseMs, undefined, { signal: cancel }));
    resumption = { inputResponses: {}, requestState };
  }
  return errorResult(`The server put the call off ${maxSilentRounds} times. The call did not finish.`);
}

async function resultOf(tool: ListedTool, result: unknown, mask: Mask): Promise<ToolOutcome | BegunTask> {
  const task = taskIn(result);
  if (task === null) return { kind: "result", result: await checkedResult(tool, result as object, mask) };
  const read = readTask(task);
  if (read !== null) return { kind: "task", id: read.id };
  return errorResult("The server began a task in a form that MCP does not know. The tool may have run.");
}

type CallParams = Parameters<Connection["client"]["callTool"]>[0];

function paramsOf(name: string, call: ClearedCall, resumption: Resumption | null): CallParams {
  const answers = resumption?.inputResponses ?? {};
  const requestState = resumption?.requestState ?? null;
  return {
    name,
    arguments: call.arguments,
    _meta: {
      [callIdKey]: call.callId,
      ...(call.idempotencyKey !== null && { [idempotencyKeyKey]: call.idempotencyKey }),
    },
    ...(Object.keys(answers).length > 0 && { inputResponses: answers }),
    ...(requestState !== null && { requestState }),
  };
}

function progressListener(call: ClearedCall, clock: CallClock, mask: () => Mask) {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (said: { progress: number; total?: number | undefined; message?: string | undefined }) => {
    clock.heard();
    const now = performance.now();
    if (now - toldAt < progressEveryMs) return;
    toldAt = now;
    const message = said.message === undefined ? null : mask().head(said.message, maxProgressMessage);
    call.onProgress({ progress: said.progress, total: said.total ?? null, message });
  };
}
