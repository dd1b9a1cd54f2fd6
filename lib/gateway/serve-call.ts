import type { CallToolResult, ElicitResult } from "@modelcontextprotocol/server";
import { stopRun } from "#lib/agent/runs/runs.ts";
import { attest } from "#lib/gate/answer/attest.ts";
import type { Progress } from "#lib/gate/contract/tool.ts";
import { approvalsOfCall } from "#lib/store/approvals/approvals.ts";
import { gatewayCall } from "#lib/store/runs/gateway-calls.ts";
import type { ApprovalRow, ToolCallRow } from "#lib/store/schema/schema.ts";
import type { QuestionForm } from "#lib/verdict/client-terms.ts";
import { canonicalJson } from "#lib/untrusted/canonical-json.ts";
import { refuseUnsafeJson } from "#lib/untrusted/refuse-unsafe-json.ts";
import { doorFor, type Door } from "./ask-door.ts";
import { decisionIn, shownOf } from "./ask-form.ts";
import { beginClientCall } from "./begin-client-call.ts";
import type { CallState } from "./call-state.ts";
import { comeBack } from "./come-back.ts";
import type { Client } from "./client.ts";
import type { Gateway } from "./gateway.ts";
import { noteAsked, noteHeld, noteSeen } from "./note-seen.ts";
import { offeredTo } from "./offered-to.ts";
import { questionBy, type Question } from "./question-by.ts";
import { answerOnce, noResult } from "./tool-answer.ts";
import { followProgress, forsake, lasting, watchCall } from "./watch-call.ts";

/** One request of a client, whatever the era of its protocol. */
export type Exchange = {
  /** Aborts when the client cancels the request, or its connection is gone. */
  signal: AbortSignal;
  /** Old era: asks on the stream of the call. null in the new era, where a question is an answer of ours. */
  ask: ((question: Question, signal: AbortSignal) => Promise<ElicitResult>) | null;
  /** Says how far the call is, or only that it goes on, if the client listens for that. */
  progress: (progress: { message: string } | Progress) => void;
};

/** What a client carries from our question to its next request. It is signed by us, and proves nothing alone. */
export type RequestState = {
  call: string;
  approval: string;
  door: Door;
  form: QuestionForm;
  askedAt: number;
  shown: string;
};
/** `response` is null where the client came back without one. */
export type Continuation = { carried: RequestState; response: ElicitResult | null };
export type Served = { answer: CallToolResult } | { question: Question; carried: RequestState };

type Wanted = { name: string; input: unknown };
type Serving = { gateway: Gateway; client: Client; exchange: Exchange };
type Begun = Pick<ToolCallRow, "id" | "run_id" | "chat_id">;
/** Questions that this client was asked, or cannot ask: they wait elsewhere. */
type Waiting = Set<string>;

/** No person reads a question so fast: the client answered it without showing it. */
const notShownMs = 500;
const progressEveryMs = 15_000;
/** The part of a client's time limit, at most, that is kept for our last message. */
const marginMs = 10_000;

/** The tool is not on offer for this client, whether it exists or not. */
export class UnknownTool extends Error {
  override name = "UnknownTool";
}

/** Begins the call that a client wants, and serves it. Throws `UnknownTool` or `NotBegun` with nothing begun, or `MaybeBegun`. */
export async function serveCall(serving: Serving, wanted: Wanted): Promise<Served> {
  const { gateway, client } = serving;
  const call = await lasting(serving, async () => {
    if (!(await offeredTo(gateway, client)).has(wanted.name)) throw new UnknownTool(wanted.name);
    return beginClientCall(gateway.agent, client, { wireName: wanted.name, input: wanted.input });
  });
  return untilItsEnd(serving, call, new Set());
}

/** Goes on with a call after a question that its client carried (THREATS F1, F5: forged or replayed answers). */
export async function continueCall(
  serving: Serving,
  wanted: Wanted,
  { carried, response }: Continuation,
): Promise<Served> {
  const { client } = serving;
  const call = await lasting(serving, ({ db }) => gatewayCall(db, { id: carried.call, keyId: client.key.id }));
  if (call === undefined || call.wire_name !== wanted.name || call.arguments_json !== canonicalOf(wanted.input)) {
    return {
      answer: noResult("This answer belongs to another call, so nothing was run. Make the call anew.", "not-run"),
    };
  }
  const waiting: Waiting = new Set();
  if (response !== null) {
    waiting.add(carried.approval);
    await takeResponse(serving, call, carried, response);
  }
  return untilItsEnd(serving, call, waiting);
}

function canonicalOf(input: unknown): string | null {
  const safe = refuseUnsafeJson(input);
  return "problem" in safe ? null : canonicalJson(safe.value);
}

/** Waits again for a call whose client was told that it waits, and hands its result over. It asks nothing. */
export async function collectCall(serving: Serving, callId: string): Promise<Served> {
  const call = await lasting(serving, ({ db }) => gatewayCall(db, { id: callId, keyId: serving.client.key.id }));
  if (call === undefined) return { answer: noResult("This client has made no call with this id.", "unknown-call") };
  return untilItsEnd(serving, call, "all");
}

/** Asks by one way after the other until the call has ended, its client is gone, or the client's time is over. */
async function untilItsEnd(all: Serving, call: Begun, waiting: Waiting | "all"): Promise<Served> {
  const { gateway, client, exchange } = all;
  const over = new AbortController();
  // Not `AbortSignal.timeout`, which holds all that the call used until the client's time is over (G6).
  const overAt = setTimeout(() => over.abort(), holdMsOf(gateway, client)).unref();
  const signal = AbortSignal.any([exchange.signal, over.signal]);
  const serving = { ...all, exchange: { ...exchange, signal } };
  const since = performance.now();
  const of = { chatId: call.chat_id, callId: call.id };
  let said = "Working.";
  const timer = setInterval(() => exchange.progress({ message: said }), progressEveryMs);
  const unfollow = followProgress(gateway.agent, call.run_id, exchange.progress);
  const unput = ({ id }: ApprovalRow) => waiting !== "all" && !waiting.has(id);
  try {
    for (;;) {
      const state = await watchCall(gateway, of, (now) => now.kind === "ended" || openIn(now).some(unput), signal);
      if (state.kind === "ended") {
        const answer = await answerOnce(serving, call.id, state.result);
        const isFirst = answer._meta?.["countersign/status"] !== "handed-over";
        if (isFirst && waiting === "all") await noteSeen(gateway, call, "collected");
        return { answer };
      }
      const question = openIn(state).find(unput);
      if (question === undefined || waiting === "all") continue;
      waiting.add(question.id);
      said = `Waiting for a person's approval: ${gateway.cardUrl(question.id)}`;
      const put = await putToClient(serving, state.call, question);
      if (put !== null) return put;
      exchange.progress({ message: said });
    }
  } catch (error) {
    if (!exchange.signal.aborted && over.signal.aborted) return { answer: await comeBack(gateway, call) };
    // A client that cancels or is lost while it waits is no yes (S0.30). Not where this process ends and takes its
    // connections along.
    if (exchange.signal.aborted && !gateway.isLeaving) await forsake(gateway, call);
    throw error;
  } finally {
    clearTimeout(overAt);
    clearInterval(timer);
    unfollow();
    const isAsked = waiting === "all" || waiting.size > 0;
    await noteHeld(gateway, call, { heldMs: performance.now() - since, isAsked });
    // Pages that show how it went look again.
    if (isAsked) gateway.agent.gate.announceList({ personId: client.person.id });
  }
}

function holdMsOf({ profiles }: Gateway, { says }: Client): number {
  const limitMs = profiles.of(says.name).limitSeconds * 1_000;
  return limitMs - Math.min(marginMs, limitMs / 4);
}

function openIn(state: CallState): ApprovalRow[] {
  return state.kind === "waits" ? state.open : [];
}

/** Puts a question by the first way that is open. null: it waits elsewhere, or was answered. */
async function putToClient(serving: Serving, call: ToolCallRow, approval: ApprovalRow): Promise<Served | null> {
  const { gateway, client, exchange } = serving;
  const door = doorFor(approval, client, gateway.profiles.of(client.says.name), client.asks);
  if (door === "nobody") {
    await lasting(serving, () => stopRun(gateway.agent, call.run_id, "nobody-to-ask"));
    return null;
  }
  const put = door === "inbox" ? null : questionBy(door, serving, approval, call);
  if (put === null) return null;
  await noteAsked(gateway, call, put.door);
  if (put.door === "link") await noteSeen(gateway, call, "links");
  const carried: RequestState = {
    call: call.id,
    approval: approval.id,
    door: put.door,
    form: put.form,
    askedAt: Date.now(),
    shown: shownOf(approval),
  };
  if (exchange.ask === null) return { question: put.question, carried };
  const response = await askUnlessAnswered(serving, exchange.ask, call, { question: put.question, approval });
  if (response !== null) await takeResponse(serving, call, carried, response);
  return null;
}

/** What the client's user answered; null when the question was settled elsewhere meanwhile. */
async function askUnlessAnswered(
  { gateway, exchange: { signal } }: Serving,
  ask: NonNullable<Exchange["ask"]>,
  call: ToolCallRow,
  { question, approval }: { question: Question; approval: ApprovalRow },
): Promise<ElicitResult | null> {
  const over = new AbortController();
  const until = AbortSignal.any([signal, over.signal]);
  const isSettled = (state: CallState) => !openIn(state).some(({ id }) => id === approval.id);
  const asked = ask(question, until).catch((error: unknown) => {
    signal.throwIfAborted();
    gateway.agent.gate.log.info("gateway.not-asked", { callId: call.id, error });
    return unclear;
  });
  const settled = watchCall(gateway, { chatId: call.chat_id, callId: call.id }, isSettled, until).then(() => null);
  try {
    return await Promise.race([asked, settled]);
  } finally {
    over.abort();
    await Promise.allSettled([asked, settled]);
  }
}

/** Stands for a question that failed on its way: an accept without what was asked for, which is no yes. */
const unclear: ElicitResult = { action: "accept", content: { failed: true } };

/** Takes what the client says that its user answered, for exactly what was asked. */
async function takeResponse(
  serving: Serving,
  call: ToolCallRow,
  { approval: approvalId, door, form, askedAt, shown }: RequestState,
  response: ElicitResult,
): Promise<void> {
  const { gateway, client } = serving;
  const action = decisionIn(response, form);
  // The client never showed it and answered by itself, so nobody said no, or yes to an empty form: it waits by the next way.
  const isBare = response.action !== "accept" || (action === "accept" && form === "empty");
  if (isBare && Date.now() - askedAt < notShownMs) return noteSeen(gateway, call, "notShown");
  // That the link was opened is no answer; the answer is given at our card.
  if (door === "link" && response.action === "accept") return;
  const approvals = await lasting(serving, (database) => approvalsOfCall(database, call.id));
  const asked = approvals.find(({ id }) => id === approvalId);
  if (asked?.status !== "pending") return;
  // Nobody accepted the card as it is now; it waits for a person in the app.
  if (response.action === "accept" && shownOf(asked) !== shown) return;
  await noteSeen(gateway, call, action === null ? "unclear" : "answered");
  await lasting(serving, () =>
    action === null
      ? stopRun(gateway.agent, call.run_id, "client-unclear")
      : // One that does not count changes nothing: the question waits for a person in the app.
        attest(gateway.agent.gate, { asked, action, key: client.key }),
  );
}
