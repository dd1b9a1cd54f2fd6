import { canonicalJson } from "#lib/untrusted/canonical-json.ts";
import { digestOfCall } from "#lib/approvals/digest.ts";
import type { EndedBy } from "#lib/approvals/decision.ts";
import type { SubjectView } from "#lib/approvals/subjects/subjects.ts";
import type { JsonObject, JsonValue } from "#lib/untrusted/json.ts";
import { approvalsOfCall } from "#lib/store/approvals/approvals.ts";
import { countAsks, holdRun, lockRun } from "#lib/store/runs/runs.ts";
import { wakeRun } from "#lib/store/runs/park-run.ts";
import type { ApprovalRow, ToolCallRow } from "#lib/store/schema/schema.ts";
import { isRunning } from "#lib/store/calls/tool-calls.ts";
import { awaitAnswers, whoWithdrew } from "./await-answers.ts";
import { changeChat } from "#lib/gate/contract/change-chat.ts";
import type { Gate, RunContext } from "#lib/gate/contract/gate.ts";
import { endQuestions } from "./end-questions.ts";
import { openApproval, questionView, signInView } from "./open-approval.ts";
import { resumptionOf, type StoredResumption } from "#lib/gate/contract/stored-resumption.ts";
import type {
  Elicit,
  ElicitationAnswer,
  ElicitationRequest,
  Resumption,
  Tool,
  ToolOutcome,
} from "#lib/gate/contract/tool.ts";
import { moveCall } from "./move-call.ts";
import { viewOf } from "./view-of.ts";
import { decisionOf, acceptedBy, storedSubjectOf } from "#lib/gate/contract/stored-approval.ts";

type Asking = { call: ToolCallRow; tool: Tool };

/**
 * Puts the questions of one `input_required` round to the person and leaves the call waiting. The questions are
 * durable: any process can carry the answers to the server later. False when the run has asked as often as it may.
 */
export async function askForServer(
  gate: Gate,
  run: RunContext,
  {
    call,
    tool,
    outcome,
    resumption,
    isRepeat = false,
    remark,
  }: Asking & {
    outcome: Extract<ToolOutcome, { kind: "input-required" | "links-first" | "sign-in-first" }>;
    /** What the call was sent with. */
    resumption: Resumption | null;
    /** It was started before a crash. */
    isRepeat?: boolean | undefined;
    remark: string | null;
  },
): Promise<boolean> {
  const former = resumptionOf(call);
  const stored: StoredResumption = {
    v: 1,
    round: (former?.round ?? 0) + 1,
    requestState: outcome.kind === "input-required" ? outcome.requestState : null,
    ...(outcome.kind === "input-required" ? {} : { linksFirst: true }),
    ...(outcome.kind === "sign-in-first" && resumption !== null ? unsentOf(resumption) : {}),
    ...(isRepeat || former?.afterCrash === true ? { afterCrash: true } : {}),
    ...(outcome.kind === "links-first" || outcome.task === undefined ? {} : { task: outcome.task }),
    remark,
  };
  const subjects = await subjectsOf(gate, call, outcome);
  const approvals = await changeChat(gate, run, async (trx) => {
    await holdRun(gate.database, trx, run);
    // A round without questions counts as one question, so no server can send rounds for ever.
    const more = Math.max(1, subjects.length);
    if (!(await countAsks(trx, run.runId, { more, most: gate.limits.asksPerRun }))) return null;
    await moveCall(gate, trx, call, { to: "waiting", fields: { resumption_json: JSON.stringify(stored) } });
    const approvals: ApprovalRow[] = [];
    // Opened in one moment, they are listed by their ids; digits have one order on every store.
    const ofRound = gate.newId();
    for (const [at, [key, subject]] of subjects.entries()) {
      const requestKey = `${stored.round}:${key}`;
      const digest = digestOfQuestion(call, subject);
      const id = `${ofRound}${String(at).padStart(3, "0")}`;
      approvals.push(await openApproval(gate, trx, { call, tool, subject, digest, id, requestKey }));
    }
    return approvals;
  });
  if (approvals === null) return false;
  for (const approval of approvals) run.asker.put(viewOf(approval, "waiting"));
  return true;
}

/** The same answers go with the call when it is sent again. */
function unsentOf({ inputResponses, requestState }: Resumption): Pick<StoredResumption, "unsent" | "requestState"> {
  return { unsent: inputResponses, requestState };
}

/** What the cards of a round show, by the keys of its questions. */
async function subjectsOf(
  gate: Gate,
  call: ToolCallRow,
  outcome: Parameters<typeof askForServer>[2]["outcome"],
): Promise<[key: string, SubjectView][]> {
  if (outcome.kind === "sign-in-first") return [["sign-in", signInView(outcome.scope)]];
  const opened = await linksOpened(gate, call, Object.values(outcome.requests));
  return Object.entries(outcome.requests).map(([key, request]) => [key, questionView(request, opened)]);
}

/** The links that a person opened for this call; only looked for when links are asked for again. */
async function linksOpened(
  { database }: Gate,
  call: ToolCallRow,
  requests: readonly ElicitationRequest[],
): Promise<Set<string>> {
  if (requests.every(({ mode }) => mode === "form")) return new Set();
  const accepted = (await approvalsOfCall(database, call.id)).filter((row) => acceptedBy(row) !== null);
  const subjects = accepted.map((row) => storedSubjectOf(row).subject);
  return new Set(subjects.flatMap((subject) => (subject.kind === "link" ? [subject.url] : [])));
}

/**
 * Lets a server ask while its call is in flight (2025-11-25 and older). The question lives only as long as the
 * connection that asked: `held_by` names this process. Rejects when no person answers it: the call is over, the server
 * withdraws it, the run is stopped or has asked as often as it may.
 */
export function elicitor(gate: Gate, run: RunContext, { call, tool }: Asking): Elicit {
  return async (request: ElicitationRequest, signal: AbortSignal) => {
    signal.throwIfAborted();
    const subject = questionView(request, await linksOpened(gate, call, [request]));
    const approval = await openHeldQuestion(gate, run, { call, tool }, subject);
    const { id } = approval;
    run.asker.put(viewOf(approval, "running"));
    const withdraw = () => {
      withdrawQuestion(gate, run, id).catch((error: unknown) =>
        gate.log.error("question.not-withdrawn", { approvalId: id, error }),
      );
    };
    signal.addEventListener("abort", withdraw, { once: true });
    // It may have aborted while the question was being opened.
    if (signal.aborted) withdraw();
    try {
      const [answer] = await awaitAnswers(gate, run, [approval], "running");
      if (!answer) throw new Error(`Approval ${id} has no answer.`);
      return answerFor(answer);
    } finally {
      signal.removeEventListener("abort", withdraw);
    }
  };
}

/** Opens a question of a call that runs under this very claim, and of no other. */
function openHeldQuestion(gate: Gate, run: RunContext, { call, tool }: Asking, subject: SubjectView) {
  return changeChat(gate, run, async (trx) => {
    await holdRun(gate.database, trx, run);
    if (!(await isRunning(trx, { id: call.id, fence: run.fence }))) {
      throw new Error(`Tool call ${call.id} is over: its server can ask nothing more.`);
    }
    if (!(await countAsks(trx, run.runId, { more: 1, most: gate.limits.asksPerRun }))) {
      throw new Error("This answer has asked as often as it may.");
    }
    const digest = digestOfQuestion(call, subject);
    return openApproval(gate, trx, { call, tool, subject, digest, heldBy: gate.processId });
  });
}

/** Whether a server is told of such an end. It is told of no other, so that no answer is invented. */
const isTold: { [End in EndedBy]: boolean } = {
  person: true,
  attested: true,
  timeout: true,
  stop: false,
  "new-message": false,
  "history-replaced": false,
  "server-lost": false,
  "server-withdrew": false,
  "client-gone": false,
  "key-ended": false,
  "client-unclear": false,
  "nobody-to-ask": false,
  failure: false,
  outdated: false,
};

function answerFor(approval: ApprovalRow): ElicitationAnswer {
  const decision = decisionOf(approval);
  if (acceptedBy(approval) !== null) return acceptance(approval.kind, decision?.content);
  if (approval.status === "accepted" || decision === null || !isTold[decision.endedBy]) {
    throw new Error(`Approval ${approval.id} ended without an answer: ${decision?.endedBy}.`);
  }
  return { action: approval.status === "declined" ? "decline" : "cancel" };
}

/** An accept of a link has no content: it says that the person opened the page, not what they did there. */
export function acceptance(kind: ApprovalRow["kind"], content: JsonObject = {}): ElicitationAnswer {
  return kind === "link" || kind === "sign-in" ? { action: "accept" } : { action: "accept", content };
}

/** The server gave up waiting: the card must not look answerable any more. */
async function withdrawQuestion(gate: Gate, run: RunContext, approvalId: string): Promise<void> {
  await changeChat(gate, run, async (trx) => {
    await lockRun(gate.database, trx, run.runId);
    const ending = { status: "cancelled", endedBy: whoWithdrew(run) } as const;
    const [ended] = await endQuestions(gate, trx, { ids: [approvalId] }, ending);
    if (!ended) return null;
    await wakeRun(trx, run.runId);
    return ended;
  });
  gate.parkingLot.wake(approvalId);
}

function digestOfQuestion(call: ToolCallRow, subject: SubjectView): string {
  // A view holds JSON values only.
  return digestOfCall(call, canonicalJson(subject as unknown as JsonValue));
}
