import { randomUUID } from "node:crypto";
import type { Chunk, HttpClient } from "./http-client.ts";

/** A turn whose tool call waits for its approval. */
export type ParkedTurn = {
  /** Sends the approval; resolves when the whole turn has ended. */
  approve: () => Promise<ApprovedTurn>;
  /** Stops watching, and leaves it parked. */
  leave: () => void;
};

/** On the machine's monotonic clock: when the approval was sent, and when the tool says that it started. */
export type ApprovedTurn = { sentAt: number; startedAt: number };

/** Starts turns whose model calls one tool that asks. */
export type ApprovalFlow = () => Promise<ParkedTurn>;

/** Through `/api/chat` and `/api/chat/elicitation`; the stream stays open, as in a browser. */
export function ourFlow(client: HttpClient): ApprovalFlow {
  return async () => {
    const turn = { chatId: randomUUID(), message: { id: randomUUID(), text: "Read the clock." } };
    const { chunks, leave } = await client.stream("/api/chat", turn);
    const { approvalId } = await next(chunks, "tool-approval-request");
    return {
      leave,
      approve: async () => {
        const [{ sentAt }, output] = await Promise.all([
          client.post("/api/chat/elicitation", { approvalId, action: "accept" }),
          toEnd(chunks),
        ]);
        // What a tool of ours or of a server answers: blocks of text.
        const { content } = output as { content: { text: string }[] };
        return { sentAt, startedAt: Number(content[0]?.text) };
      },
    };
  };
}

/** Through the AI SDK's own approvals: the answer is a second post of the whole history. */
export function sdkFlow(client: HttpClient): ApprovalFlow {
  return async () => {
    const question = { id: randomUUID(), role: "user", parts: [{ type: "text", text: "Read the clock." }] };
    const { chunks, leave } = await client.stream("/approving", { messages: [question] });
    const { approvalId, toolCallId } = await next(chunks, "tool-approval-request");
    await toEnd(chunks);
    const part = {
      type: "tool-app__clock",
      toolCallId,
      state: "approval-responded",
      input: { label: "bench" },
      approval: { id: approvalId, approved: true },
    };
    const answer = { id: randomUUID(), role: "assistant", parts: [{ type: "step-start" }, part] };
    return {
      leave,
      approve: async () => {
        const second = await client.stream("/approving", { messages: [question, answer] });
        return { sentAt: second.sentAt, startedAt: Number(await toEnd(second.chunks)) };
      },
    };
  };
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
