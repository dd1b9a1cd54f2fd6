import { dynamicTool, jsonSchema, type ModelMessage, streamText, toUIMessageStream, type ToolSet } from "ai";
import { SaidTooMuch } from "#lib/models/bounded.ts";
import { baseInstructions } from "./base-instructions.ts";
import type { ChatChunk, ChatMessage } from "#lib/chat/chat-message.ts";
import { observed } from "#lib/gate/contract/observer.ts";
import { partMetadata } from "#lib/agent/stream/part-metadata.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";
import { correctCount, countMore } from "#lib/store/people/person-counts.ts";
import type { Agent } from "#lib/agent/hot/agent.ts";
import { modelMessages } from "./model-messages.ts";
import type { ToolCallIds } from "./tool-call-ids.ts";

type Step = {
  /** For the metrics, and for the limit of its person. */
  run: { id: string; chat_id: string; person_id: string };
  modelKey: string;
  /** The person's own instructions for this chat. */
  instructions: string;
  /** The whole history, ending with the answer so far. */
  history: ChatMessage[];
  tools: ReadonlyMap<string, Tool>;
  /** Names of those that the model is not told of. */
  hidden: ReadonlySet<string>;
  /** The last rounds get no tools. */
  conclude: boolean;
  /** Tool call ids of this chat so far. */
  ids: ToolCallIds;
  signal: AbortSignal;
  write: (chunk: ChatChunk) => void;
};

export type StepOutcome = {
  /** The step's chunks, complete but for the closing `finish-step`. */
  chunks: ChatChunk[];
  finishReason: string;
  /** What the model call failed with; the chunks before it stand. */
  error: unknown;
  /** Set when the person has reached the limit of tokens: time until the next try. The model was not asked. */
  spentUp: { leftMs: number } | null;
};

/** Of one step, in characters; a piece counts for some beside what it says. It would fill memory and store (G26). */
const mostSaid = 4_000_000;
const ofPiece = 16;
/** Each call and each text of an answer costs as much again as all before it: thousands would stop the process. */
const ofPart = 2_500;

/**
 * One call of the model. Its chunks go to the stream as they come; tool calls are only proposed: the tools given to
 * the SDK have no way to run. A step that was stopped resolves with what came before.
 */
export function modelStep(agent: Agent, step: Step): Promise<StepOutcome> {
  const { run, modelKey: name } = step;
  const stretch = { what: "model-step", runId: run.id, chatId: run.chat_id, name } as const;
  return observed(agent.gate.observer, stretch, () => askModel(agent, step));
}

async function askModel(agent: Agent, step: Step): Promise<StepOutcome> {
  const { model } = agent.models.get(step.modelKey);
  const outcome: StepOutcome = { chunks: [], finishReason: "unknown", error: null, spentUp: null };
  const messages = await modelMessages(step.history);
  const instructions = instructionsOf(step);
  const personId = step.run.person_id;
  const most = agent.limits.ofPerson.tokensPerDay;
  // Counted before it is sent: of several answers at once each sees the others, and a stopped one has cost too.
  const asked = tokensIn(instructions) + tokensIn(JSON.stringify(messages satisfies ModelMessage[]));
  outcome.spentUp = await countMore(agent.gate.database, agent.gate.database.db, {
    personId,
    what: "tokens",
    more: asked,
    most,
  });
  if (outcome.spentUp !== null) return outcome;
  const tools = step.conclude ? {} : toolsForModel(step);
  const over = new AbortController();
  const result = streamText({
    model,
    instructions,
    messages,
    tools,
    abortSignal: AbortSignal.any([step.signal, over.signal]),
    onError: ({ error }) => {
      outcome.error ??= error;
    },
  });
  const stream = toUIMessageStream<ToolSet, ChatMessage>({
    stream: result.stream,
    tools,
    sendStart: false,
    sendFinish: false,
    onError: (error) => agent.models.describeError(error).text,
  });
  let said = 0;
  try {
    for await (const raw of stream) {
      said += ofPiece + lengthOf(raw);
      if (said > mostSaid) {
        over.abort();
        throw new SaidTooMuch();
      }
      if (notForTheModelToSay.has(raw.type)) continue;
      const chunk = step.ids.unique(asProposal(asDynamic(raw), step.hidden));
      outcome.chunks.push(chunk);
      step.write(chunk);
    }
  } catch (error) {
    // The connection broke in the middle, or it never ends: what the model said before stands.
    outcome.error = error instanceof SaidTooMuch ? error : (outcome.error ?? error);
  }
  const isComplete = outcome.error === null && !step.signal.aborted;
  if (isComplete) outcome.finishReason = await result.finishReason;
  const told = isComplete ? (await result.usage).totalTokens : undefined;
  const by = (told ?? asked + tokensIn(JSON.stringify(outcome.chunks))) - asked;
  if (most !== Infinity) await correctCount(agent.gate.database, { personId, what: "tokens", by });
  if (!(outcome.error instanceof SaidTooMuch)) return outcome;
  // None of its calls is proposed; to fold thousands takes a minute.
  return { ...outcome, chunks: outcome.chunks.filter(({ type }) => !type.startsWith("tool-")) };
}

const beginsPart: ReadonlySet<ChatChunk["type"]> = new Set([
  "text-start",
  "reasoning-start",
  "tool-input-available",
  "tool-input-error",
]);

function lengthOf(chunk: ChatChunk): number {
  if (chunk.type === "text-delta" || chunk.type === "reasoning-delta") return chunk.delta.length;
  if (chunk.type === "tool-input-delta") return chunk.inputTextDelta.length;
  return JSON.stringify(chunk).length + (beginsPart.has(chunk.type) ? ofPart : 0);
}

/** About as many tokens as models make of it, where they do not say. */
function tokensIn(text: string): number {
  return Math.ceil(text.length / 4);
}

/**
 * The app alone says how a step, a call and an approval end. Providers that run tools of their own bring results and
 * even requests for approval along (THREATS D2, D4: forged results, claimed consent); their calls are proposals like
 * any other.
 */
const notForTheModelToSay: ReadonlySet<ChatChunk["type"]> = new Set([
  "finish-step",
  "abort",
  "error",
  "tool-output-available",
  "tool-output-denied",
  "tool-approval-request",
  "tool-approval-response",
]);

/** Our tool parts are all dynamic, also those of a tool that the model made up. */
function asDynamic(chunk: ChatChunk): ChatChunk {
  const names =
    chunk.type === "tool-input-start" || chunk.type === "tool-input-available" || chunk.type === "tool-input-error";
  return names ? { ...chunk, dynamic: true } : chunk;
}

/** A call of a hidden tool is a proposal too: the gate refuses it and puts it on record. */
function asProposal(chunk: ChatChunk, hidden: ReadonlySet<string>): ChatChunk {
  if (chunk.type !== "tool-input-error" || !hidden.has(chunk.toolName)) return chunk;
  const { toolCallId, toolName, input } = chunk;
  return { type: "tool-input-available", toolCallId, toolName, input, dynamic: true };
}

function instructionsOf({ instructions, conclude }: Step): string {
  const parts = [baseInstructions];
  if (instructions.trim() !== "") parts.push(instructions.trim());
  if (conclude) parts.push("You have used all your tool calls for this answer. Conclude now, with what you know.");
  return parts.join("\n\n");
}

/** The tools as the model sees them: a description and a schema, nothing that could be run. */
function toolsForModel({ tools, hidden }: Pick<Step, "tools" | "hidden">): ToolSet {
  // Without a prototype, so that a model which calls "constructor" finds nothing (E7: calls that are malformed or
  // hostile).
  const offered: ToolSet = Object.create(null);
  for (const [wireName, tool] of tools) {
    if (hidden.has(wireName)) continue;
    offered[wireName] = dynamicTool({
      title: tool.title,
      description: tool.description,
      inputSchema: jsonSchema(tool.inputSchema),
      metadata: partMetadata(tool),
    });
  }
  return offered;
}
