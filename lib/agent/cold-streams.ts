import type { ChatMessage, RunState } from "#lib/chat/chat-message.ts";
import { chunksOf } from "#lib/chat/chunks-of.ts";
import { AnswerStream } from "./answer-stream.ts";

/** Streams that people watch of runs which only wait and are in nobody's memory; a continued run takes its over. */
export class ColdStreams {
  readonly #streams = new Map<string, AnswerStream>();

  /**
   * The stream to join for a run that nobody holds; its replay shows the message as it stands now. The run waits for
   * people, or it has its answer and waits for a process.
   */
  watch(runId: string, message: ChatMessage, status: RunState["status"]): AnswerStream {
    this.#sweep();
    const watched = this.#streams.get(runId);
    const stream = watched ?? new AnswerStream(chunksOf(message));
    this.#streams.set(runId, stream);
    if (watched) this.refresh(runId, message);
    stream.writeState({ runId, status });
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
