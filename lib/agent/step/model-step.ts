import type { LanguageModelV4, LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import { askModel } from "#lib/models/ask-model.ts";
import { baseInstructions } from "./base-instructions.ts";
import type { ChatChunk, ChatMessage } from "#lib/chat/chat-message.ts";
import { observed } from "#lib/gate/contract/observer.ts";
import { joinedDelta } from "#lib/agent/stream/joined-delta.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";
import { loosely } from "#lib/store/engine/database.ts";
import { correctCount, countMore } from "#lib/store/people/person-counts.ts";
import type { Agent } from "#lib/agent/hot/agent.ts";
import { chunkOfPart } from "./chunk-of-part.ts";
import { instructionsOfServers } from "./instructions-of-servers.ts";
import { modelMessages } from "./model-messages.ts";
import {
  noPictures,
  picturesFor,
  rememberRefused,
  tokensOfPicture,
  withoutPictures,
  type Pictures,
} from "./pictures.ts";
import { StepMeter } from "./step-meter.ts";
import type { ToolCallIds } from "./tool-call-ids.ts";
import { withinContext } from "./within-context.ts";

type Step = {
  /** For the metrics, and for the limit of its person. */
  run: { id: string; chat_id: string; person_id: string };
  modelKey: string;
  /** The person's own instructions for this chat. */
  instructions: string;
  /** The whole history, ending with the answer so far. */
  history: ChatMessage[];
  /** How many messages come before these, and are not sent. */
  earlier?: number;
  tools: ReadonlyMap<string, Tool>;
  /** Names of those that the model is not told of. */
  hidden: ReadonlySet<string>;
  /** Whether it is told to come to an end. */
  conclude: boolean;
  /** Tool call ids of this chat so far. */
  ids: ToolCallIds;
  signal: AbortSignal;
  write: (chunk: ChatChunk) => void;
  /** The model could not answer: when it is asked again, in Unix ms; null once it answers. */
  pauses?: (resumesAt: number | null) => void;
};

export type StepOutcome = {
  /** The step's chunks, complete but for the closing `finish-step`; neighbouring deltas are one. */
  chunks: ChatChunk[];
  /** Whether it proposes any call. */
  calls: boolean;
  finishReason: string;
  /** What the model call failed with; the chunks before it stand. */
  error: unknown;
  /** How many messages were not sent, and whether that will be so soon. */
  left: number;
  isNearlyFull: boolean;
  /** Set when the person has reached the limit of tokens: time until the next try. The model was not asked. */
  spentUp: { leftMs: number } | null;
};

/**
 * One call of the model. Its chunks go to the stream as they come; tool calls are only proposed. A step that was stopped
 * resolves with what came before.
 */
export function modelStep(agent: Agent, step: Step): Promise<StepOutcome> {
  const { run, modelKey: name } = step;
  const span = { what: "model-step", runId: run.id, chatId: run.chat_id, name } as const;
  return observed(agent.gate.observer, span, () => countedStep(agent, step));
}

async function countedStep(agent: Agent, step: Step): Promise<StepOutcome> {
  const { database } = agent.gate;
  const personId = step.run.person_id;
  const most = agent.limits.ofPerson.tokensPerDay;
  const { model, ...limits } = agent.models.get(step.modelKey, personId);
  const { history, left, isNearlyFull } = fitted(step, limits);
  const promptWith = (pictures: Pictures): Prompt => [
    { role: "system", content: instructionsOf(step, left) },
    ...modelMessages(history, pictures),
  ];
  const pictures = await picturesFor(database, { model, chatId: step.run.chat_id, history });
  // Counted before the request is sent: parallel answers see each other, and a stopped answer has cost tokens too.
  const words = promptWith(noPictures);
  const asked = tokensIn(JSON.stringify(words)) + pictures.sent.size * tokensOfPicture;
  // Neither this count nor its correction waits for the disk: the commit of the step makes both durable.
  const spentUp = await loosely(() =>
    countMore(database, database.db, { personId, what: "tokens", more: asked, most }),
  );
  const begun = { chunks: [], calls: false, finishReason: "interrupted", error: null };
  const outcome: StepOutcome = { ...begun, left, isNearlyFull, spentUp };
  if (spentUp !== null) return outcome;
  const prompt = pictures === noPictures ? words : promptWith(pictures);
  let told = await readStep(agent, step, { model, prompt }, outcome);
  const inWords = saysNothing(outcome) ? withoutPictures(pictures, outcome.error) : null;
  if (inWords !== null) {
    agent.gate.log.warn("model.refused-pictures", { model: step.modelKey, error: outcome.error });
    outcome.error = null;
    told = await readStep(agent, step, { model, prompt: promptWith(inWords) }, outcome);
    // Without pictures it worked, so the pictures were the cause.
    if (outcome.error === null) rememberRefused(model, inWords);
  }
  const by = (told ?? asked + tokensIn(JSON.stringify(outcome.chunks))) - asked;
  if (most !== Infinity) await loosely(() => correctCount(database, { personId, what: "tokens", by }));
  return outcome;
}

/** Resolves to what the model says that it cost. */
async function readStep(
  agent: Agent,
  step: Step,
  { model, prompt }: { model: LanguageModelV4; prompt: Prompt },
  outcome: StepOutcome,
): Promise<number | undefined> {
  const tools = toolsForModel(step);
  const over = new AbortController();
  const abortSignal = AbortSignal.any([step.signal, over.signal]);
  const meter = new StepMeter();
  let tokens: number | undefined;
  try {
    const asked = { prompt, ...(tools.length > 0 && { tools }), toolChoice: { type: "auto" as const }, abortSignal };
    let paused = false;
    const onPause = (ms: number) => {
      paused = true;
      step.pauses?.(Date.now() + ms);
    };
    for await (const part of askModel(model, asked, onPause)) {
      if (paused) step.pauses?.(null);
      paused = false;
      if (part.type === "stream-start") {
        for (const warning of part.warnings) agent.gate.log.warn("model.warning", { model: step.modelKey, warning });
        continue;
      }
      if (outcome.chunks.length === 0) add(step, outcome, { type: "start-step" });
      if (part.type === "error") outcome.error ??= part.error;
      if (part.type === "finish") {
        outcome.finishReason = part.finishReason.unified;
        tokens = sumOf(part.usage.inputTokens.total, part.usage.outputTokens.total);
      }
      const chunk = chunkOfPart(part, step.tools);
      meter.add(chunk ?? part);
      if (chunk !== null) add(step, outcome, step.ids.unique(chunk));
      outcome.calls ||= chunk?.type === "tool-input-available";
    }
  } catch (error) {
    over.abort();
    // The connection broke in the middle, or it never ends: what the model said before stands.
    if (!step.signal.aborted) outcome.error ??= error;
  }
  return outcome.error === null && !step.signal.aborted ? tokens : undefined;
}

function saysNothing({ chunks }: StepOutcome): boolean {
  return chunks.every(({ type }) => type === "start-step");
}

type Prompt = Parameters<typeof askModel>[1]["prompt"];

function add(step: Step, { chunks }: StepOutcome, chunk: ChatChunk): void {
  const last = chunks.at(-1);
  const joined = last === undefined ? null : joinedDelta(last, chunk);
  if (joined === null) chunks.push(chunk);
  else chunks[chunks.length - 1] = joined;
  step.write(chunk);
}

/** About as many tokens as models make of it, where they do not say. */
function tokensIn(text: string): number {
  return Math.ceil(text.length / 4);
}

/** More than any model reads and says in one step. */
const mostTokens = 10_000_000;

/** Undefined where a model says nothing, 0 included, or what cannot be: that would lock its person out, or give tokens back. */
function sumOf(...counts: (number | undefined)[]): number | undefined {
  const known = counts.filter((count) => count !== undefined);
  if (known.length === 0 || known.some((count) => !Number.isInteger(count) || count < 0)) return undefined;
  const sum = known.reduce((all, count) => all + count);
  return sum > 0 && sum <= mostTokens ? sum : undefined;
}

/** What of the chat is sent to a model that reads only so many tokens at once. */
function fitted(step: Step, { contextTokens, answerTokens }: Omit<ReturnType<Agent["models"]["get"]>, "model">) {
  const { history, earlier = 0 } = step;
  if (contextTokens === undefined || contextTokens === null) return { history, left: earlier, isNearlyFull: false };
  const beside = Buffer.byteLength(instructionsOf(step, 0)) + Buffer.byteLength(JSON.stringify(toolsForModel(step)));
  const room = { contextTokens, answerTokens: answerTokens ?? null, besideBytes: beside };
  const { left, ...rest } = withinContext(history, room);
  return { ...rest, left: left + earlier };
}

function instructionsOf({ instructions, conclude, tools, hidden }: Step, left: number): string {
  const parts = [baseInstructions];
  const said = instructionsOfServers([...tools].flatMap(([name, tool]) => (hidden.has(name) ? [] : [tool])));
  if (said !== null) parts.push(said);
  if (instructions.trim() !== "") parts.push(instructions.trim());
  if (left > 0) parts.push(`This chat is too long to be sent whole: its first ${left} messages were left out.`);
  if (conclude) parts.push("You have used all your tool calls for this answer. Conclude now, with what you know.");
  return parts.join("\n\n");
}

/** The tools as the model sees them: a description and a schema. */
function toolsForModel({ tools, hidden }: Step): LanguageModelV4FunctionTool[] {
  return [...tools].flatMap(([name, { description, inputSchema }]) =>
    hidden.has(name) ? [] : [{ type: "function", name, description, inputSchema }],
  );
}
