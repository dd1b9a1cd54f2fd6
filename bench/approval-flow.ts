import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type Chunk, type Exchange, type HttpClient, Unavailable } from "./http-client.ts";
import { clockedTool } from "./clocked-tool.ts";
import { monotonicMs } from "./monotonic-ms.ts";

/** A turn whose tool call waits for its approval. */
export type ParkedTurn = {
  /** Stops watching it; it waits on. A person may have only so many streams open. */
  leave: () => void;
  /** Sends the approval; resolves when it was taken. */
  approve: () => Promise<Exchange>;
  /** Resolves when the whole turn has ended, to the time at which its tool says that it started. */
  startedAt: () => Promise<number>;
};

/** Starts turns whose model calls one tool that asks. All times are of the machine's monotonic clock. */
export type ApprovalFlow = () => Promise<ParkedTurn>;

/**
 * Through `/api/chat` and `/api/chat/elicitation`. `deciders` send the approvals in turn, by default whoever sends the
 * messages: they may speak to other instances.
 */
export function ourFlow(client: HttpClient, deciders: readonly HttpClient[] = [client]): ApprovalFlow {
  let turns = 0;
  return async () => {
    const decider = deciders[turns++ % deciders.length] ?? client;
    const chatId = randomUUID();
    const turn = { chatId, message: { id: randomUUID(), text: "Read the clock." } };
    const { chunks, leave } = await untilAvailable(() => client.stream("/api/chat", turn));
    const { approvalId } = await next(chunks, "tool-approval-request");
    let watched = true;
    return {
      leave: () => {
        watched = false;
        leave();
      },
      approve: async () => {
        const begin = monotonicMs();
        const answer = { approvalId, action: "accept" };
        const { repliedAt } = await untilAvailable(() => decider.post("/api/chat/elicitation", answer));
        return { sentAt: begin, repliedAt };
      },
      // The stream of a cold run ends when another instance goes on with it; then the chat has the answer.
      startedAt: async () =>
        timeIn((watched ? await toEnd(chunks) : undefined) ?? (await storedOutput(client, chatId))),
    };
  };
}

/** Repeats what the server had no time for. The same message and the same decision are taken once. */
export async function untilAvailable<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      await delay(100);
    }
  }
}

/** Through the AI SDK's own approvals: the answer is a second post of the whole history. */
export function sdkFlow(client: HttpClient): ApprovalFlow {
  return async () => {
    const question = { id: randomUUID(), role: "user", parts: [{ type: "text", text: "Read the clock." }] };
    const first = await client.stream("/approving", { messages: [question] });
    const { approvalId, toolCallId } = await next(first.chunks, "tool-approval-request");
    await toEnd(first.chunks);
    const part = {
      type: `tool-${clockedTool}`,
      toolCallId,
      state: "approval-responded",
      input: { label: "bench" },
      approval: { id: approvalId, approved: true },
    };
    const answer = { id: randomUUID(), role: "assistant", parts: [{ type: "step-start" }, part] };
    const second = Promise.withResolvers<AsyncGenerator<Chunk>>();
    return {
      // Its stream has ended already.
      leave: () => {},
      approve: async () => {
        const { chunks, sentAt } = await client.stream("/approving", { messages: [question, answer] });
        second.resolve(chunks);
        return { sentAt, repliedAt: monotonicMs() };
      },
      startedAt: async () => Number(await toEnd(await second.promise)),
    };
  };
}

/** What a tool of the app or of a server answers: blocks of text. */
function timeIn(output: unknown): number {
  const { content } = output as { content: { text: string }[] };
  return Number(content[0]?.text);
}

/** The tool's output in the stored chat, once its run has ended. */
async function storedOutput(client: HttpClient, chatId: string): Promise<unknown> {
  type Detail = { run: object | null; messages: { parts: { output?: unknown }[] }[] };
  for (;;) {
    const { run, messages } = JSON.parse(await untilAvailable(() => client.get(`/api/chat/${chatId}`))) as Detail;
    const last = messages.at(-1);
    const output = last?.parts.find((part) => part.output !== undefined)?.output;
    if (run === null && output === undefined) throw new Error(`The tool said nothing: ${JSON.stringify(last)}`);
    if (run === null) return output;
    await delay(50);
  }
}

/** The next chunk of this type; throws when the stream ends first. Leaves the rest of the stream to read. */
export async function next(chunks: AsyncGenerator<Chunk>, type: string): Promise<Chunk> {
  for (;;) {
    const { value, done } = await chunks.next();
    if (done) throw new Error(`The stream ended without ${type}.`);
    if (value.type === type) return value;
    refuseError(value);
  }
}

/** Reads to the end; resolves to the last tool output, if there was one. */
export async function toEnd(chunks: AsyncGenerator<Chunk>): Promise<unknown> {
  let output: unknown;
  for await (const chunk of chunks) {
    refuseError(chunk);
    if (chunk.type === "tool-output-available") ({ output } = chunk);
  }
  return output;
}

function refuseError(chunk: Chunk): void {
  const wrong = ["error", "tool-output-error", "tool-output-denied", "data-notice"].includes(chunk.type);
  if (wrong) throw new Error(`The turn went wrong: ${JSON.stringify(chunk)}`);
}
