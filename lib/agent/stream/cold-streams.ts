import type { ChatMessage, RunState } from "#lib/chat/chat-message.ts";
import { chunksOf } from "#lib/chat/chunks-of.ts";
import { AnswerStream } from "./answer-stream.ts";

/** Which version of its chat a stream shows. */
type Shown = { chatId: string; version: number };
type Watched = { id: string; chatId: string; version: number; status: RunState["status"] };

/**
 * Streams, with watchers, of runs that only wait and are in no process's memory. A run that goes on takes its stream
 * over.
 */
export class ColdStreams {
  readonly #streams = new Map<string, AnswerStream>();
  readonly #shown = new Map<string, Shown>();

  /**
   * The stream to join for a run that nobody holds; its replay shows the message as it stands now. The run waits for
   * people, or it has its answer and waits for a process.
   */
  watch({ id: runId, chatId, version, status }: Watched, message: ChatMessage): AnswerStream {
    this.#sweep();
    const watched = this.#streams.get(runId);
    const stream = watched ?? new AnswerStream(chunksOf(message));
    this.#streams.set(runId, stream);
    if (watched) this.refresh(runId, message);
    this.#shown.set(runId, { chatId, version });
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

  /** Those of one chat. */
  watchedOf(chatId: string): string[] {
    return [...this.#shown].filter(([, shown]) => shown.chatId === chatId).map(([runId]) => runId);
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

  /** Whether what is shown is older than this version of the chat; from now on it counts as shown. */
  isOutdated(runId: string, { chatId, version }: Shown): boolean {
    const isOutdated = this.#shown.get(runId)?.version !== version;
    this.#shown.set(runId, { chatId, version });
    return isOutdated;
  }

  /** Hands the watchers over to the code that goes on with the run. */
  take(runId: string): AnswerStream | undefined {
    const stream = this.#streams.get(runId);
    this.#forget(runId);
    if (!stream?.subscribers) return undefined;
    stream.writeState({ runId, status: "running" });
    return stream;
  }

  /** Gives up a run that was closed without being continued: its stream is for the caller to end. */
  end(runId: string): AnswerStream | undefined {
    const stream = this.#streams.get(runId);
    this.#forget(runId);
    return stream;
  }

  #sweep(): void {
    for (const [runId, stream] of this.#streams) if (stream.subscribers === 0) this.#forget(runId);
  }

  #forget(runId: string): void {
    this.#streams.delete(runId);
    this.#shown.delete(runId);
  }
}
