import type { ChatMessage } from "#lib/chat/chat-message.ts";
import { chunksOf } from "#lib/chat/chunks-of.ts";
import { AnswerStream } from "./answer-stream.ts";

/** Streams that people watch of runs which only wait and are in nobody's memory; a continued run takes its over. */
export class ColdStreams {
  readonly #streams = new Map<string, AnswerStream>();

  /** The stream to join for a parked run; its replay shows the message as it stands now. */
  watch(runId: string, message: ChatMessage): AnswerStream {
    this.#sweep();
    const watched = this.#streams.get(runId);
    if (watched) {
      this.refresh(runId, message);
      return watched;
    }
    const stream = new AnswerStream(chunksOf(message));
    stream.writeState({ runId, status: "parked" });
    this.#streams.set(runId, stream);
    return stream;
  }

  /** Keeps the stream of a run that leaves memory, if anybody watches it. */
  keep(runId: string, stream: AnswerStream): void {
    stream.stopRecording();
    if (stream.subscribers > 0) this.#streams.set(runId, stream);
    else stream.end();
  }

  /** The runs that somebody watches. */
  get watched(): string[] {
    this.#sweep();
    return [...this.#streams.keys()];
  }

  isWatched(runId: string): boolean {
    return this.#streams.has(runId);
  }

  /** Tells those who watch how the questions stand now. */
  refresh(runId: string, message: ChatMessage): void {
    const stream = this.#streams.get(runId);
    if (!stream) return;
    for (const part of message.parts) {
      if (part.type === "data-approval") stream.write({ type: part.type, id: part.data.approvalId, data: part.data });
    }
  }

  /** Hands the watchers over to whoever continues the run. */
  take(runId: string): AnswerStream | undefined {
    const stream = this.#streams.get(runId);
    this.#streams.delete(runId);
    if (!stream?.subscribers) return undefined;
    stream.writeState({ runId, status: "running" });
    return stream;
  }

  /** Ends the streams of a run that was closed without being continued. */
  end(runId: string): void {
    this.#streams.get(runId)?.end();
    this.#streams.delete(runId);
  }

  #sweep(): void {
    for (const [runId, stream] of this.#streams) if (stream.subscribers === 0) this.#streams.delete(runId);
  }
}
