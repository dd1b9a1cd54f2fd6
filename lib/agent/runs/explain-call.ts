import {
  type Explanation,
  explanationInstructions,
  explanationRequest,
  longestAnswer,
} from "#lib/approvals/explanation.ts";
import type { ChatMessage } from "#lib/chat/chat-message.ts";
import { scopeOf } from "#lib/gate/ask/open-approval.ts";
import { viewOf } from "#lib/gate/ask/view-of.ts";
import { endExplanation, explanationsOf, insertExplanation } from "#lib/store/approvals/explanations.ts";
import { approvalSeenBy, type SeenApproval } from "#lib/store/approvals/seen-approvals.ts";
import { record } from "#lib/store/audit/record.ts";
import { messageById, messageOf, newestOf, readHistory } from "#lib/store/chats/messages.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { actorBeside } from "#lib/store/people/people.ts";
import { lockRun, noMessage, runById } from "#lib/store/runs/runs.ts";
import type { RunRow } from "#lib/store/schema/schema.ts";
import type { Agent } from "#lib/agent/hot/agent.ts";
import { type LimitReached, OverLimit, tokensUsedUp } from "#lib/agent/hot/person-limits.ts";
import { modelStep } from "#lib/agent/step/model-step.ts";
import { ToolCallIds } from "#lib/agent/step/tool-call-ids.ts";
import { presentRun } from "#lib/agent/stream/present-message.ts";
import { countMessage } from "./count-message.ts";

type Asked = { approvalId: string; personId: string; question: string };

export type ExplainOutcome =
  | { asked: Explanation }
  | { refused: "unknown" | "not-open" | "others-answer" | "no-agent" | "busy" | "too-many" }
  | { refused: "over-limit"; reached: LimitReached };

const longestMs = 120_000;

/**
 * Takes a question about a call that waits. Nothing of the call, its card and its run changes, now or when the answer
 * comes: the model is asked once, beside the run, and has no tools.
 */
export async function explainCall(agent: Agent, asked: Asked): Promise<ExplainOutcome> {
  const { database, newId, log } = agent.gate;
  const { approvalId, personId, question } = asked;
  const approval = await approvalSeenBy(database, { id: approvalId, personId });
  if (!approval) return { refused: "unknown" };
  if (approval.status !== "pending") return { refused: "not-open" };
  if (approval.may_answer === 0) return { refused: "others-answer" };
  const run = await runById(database, approval.run_id);
  if (!run || run.message_id === noMessage) return { refused: "no-agent" };
  const id = newId();
  try {
    const outcome = await inTransaction(database, async (trx) => {
      // Without the lock an answer may commit meanwhile, and the record would say that this was asked before it.
      await lockRun(database, trx, run.id);
      const present = await approvalSeenBy({ db: trx, now: database.now }, { id: approvalId, personId });
      if (present?.status !== "pending") return "not-open";
      if (present.may_answer === 0) return "others-answer";
      const outcome = await insertExplanation(database, trx, { id, approvalId, personId, question });
      if (outcome !== "asked") return outcome;
      await countMessage(agent, trx, { personId, said: question });
      const by = await actorBeside(trx, approval, personId);
      await record(database, trx, scopeOf(approval), { kind: "explanation-asked", ...by });
      return outcome;
    });
    if (outcome !== "asked") return { refused: outcome };
  } catch (error) {
    if (error instanceof OverLimit) return { refused: "over-limit", reached: error.reached };
    throw error;
  }
  answer(agent, { approval, run, personId, question })
    .then((said) => endExplanation(database, id, said))
    .catch((error: unknown) => log.error("explanation.not-given", { approvalId, error }));
  const mine = await explanationsOf(database, { approvalId, personId });
  const stored = mine.find((each) => each.id === id);
  return stored === undefined ? { refused: "unknown" } : { asked: stored };
}

type Answering = { approval: SeenApproval; run: RunRow; personId: string; question: string };
type Said = { answer: string | null; problem: string | null };

async function answer(agent: Agent, { approval, run, personId, question }: Answering): Promise<Said> {
  const { gate, limits } = agent;
  const text = explanationRequest(viewOf(approval, "waiting"), question);
  const { messages, earlier, instructions } = await historyFor(agent, run, personId);
  const outcome = await modelStep(agent, {
    run: { id: run.id, chat_id: run.chat_id, person_id: personId },
    modelKey: run.model,
    instructions: `${instructions}\n\n${explanationInstructions}`,
    history: [...messages, { id: gate.newId(), role: "user", parts: [{ type: "text", text }] }],
    earlier,
    tools: new Map(),
    hidden: new Set(),
    conclude: false,
    ids: new ToolCallIds([]),
    signal: AbortSignal.timeout(longestMs),
    write: () => {},
  });
  if (outcome.spentUp !== null) return problem(tokensUsedUp(outcome.spentUp.leftMs, limits.ofPerson).text);
  const said = outcome.chunks
    .flatMap((chunk) => (chunk.type === "text-delta" ? [chunk.delta] : []))
    .join("")
    // PostgreSQL cannot hold it.
    .replaceAll("\u0000", "")
    .trim();
  if (said !== "") return { answer: said.length > longestAnswer ? shortened(said) : said, problem: null };
  if (outcome.error !== null) return problem(agent.models.describeError(outcome.error).text);
  return problem("The assistant gave no answer. Ask again, in other words.");
}

function problem(problem: string): Said {
  return { answer: null, problem };
}

function shortened(text: string): string {
  return `${text.slice(0, longestAnswer)} … [${text.length - longestAnswer} more characters are not shown.]`;
}

/**
 * What the model hears of the chat. Whoever answers for others sees no more of it than their card: the words that led to
 * the call.
 */
async function historyFor({ gate: { database } }: Agent, run: RunRow, personId: string): Promise<History> {
  const history = await readHistory(database, run.chat_id);
  if (run.person_id !== personId || !history) {
    const words = await messageById(database.db, run.chat_id, run.user_message_id);
    return { messages: words ? [textOnly(messageOf(words))] : [], earlier: 0, instructions: "" };
  }
  const end = history.lines.findIndex(({ id }) => id === run.message_id) + 1;
  const { messages: rows, earlier } = await newestOf(database, run.chat_id, history.lines.slice(0, end));
  const messages = rows.map(messageOf);
  const last = messages.at(-1);
  if (last?.id === run.message_id) messages[messages.length - 1] = await presentRun(database, run.id, last);
  return { messages, earlier, instructions: history.chat.instructions };
}

type History = { messages: ChatMessage[]; earlier: number; instructions: string };

function textOnly({ parts, ...message }: ChatMessage): ChatMessage {
  return { ...message, parts: parts.filter(({ type }) => type === "text") };
}
