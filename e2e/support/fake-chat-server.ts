import type { ChatChunk } from "#lib/chat/chat-message.ts";
import type { AppEvent, ChatDetail, OpenCards } from "#lib/chat/chat-summary.ts";
import type {
  AttachResult,
  ChatServer,
  OutgoingMessage,
  ReadResult,
  SendResult,
} from "#components/chat/live/chat-server.ts";
import { emptyAnswer, foldChunk } from "#lib/chat/fold-chunk.ts";

type Stream = { push: (chunk: ChatChunk) => void; end: (error?: Error) => void };

/** A server with one chat, for tests: the same promises as the real one, answered at once. */
export class FakeChatServer implements ChatServer {
  detail: ChatDetail = {
    id: "chat",
    title: "",
    instructions: "",
    model: null,
    policy: null,
    toolsOff: [],
    shownToReviewers: null,
    stopped: false,
    messages: [],
    earlier: 0,
    queue: [],
    run: null,
    version: 0,
  };
  down = false;
  deleted = false;
  stops = 0;
  /** Every message that came. */
  readonly sent: OutgoingMessage[] = [];
  /** What a message would cancel that does not say that it may. */
  holds: OpenCards | null = null;
  /** Messages in one reading. */
  perPage = Infinity;
  /** How long a reading travels; it is already stale when it arrives. */
  readingTakes = 0;
  onEvent: (event: AppEvent) => void = () => undefined;
  readonly #streams = new Set<Stream>();
  #log: ChatChunk[] = [];
  #answer = emptyAnswer("");
  #runs = 0;

  get openStreams(): number {
    return this.#streams.size;
  }

  event(): AppEvent {
    return { type: "chat", chatId: "chat", version: this.detail.version, run: this.detail.run?.status ?? "idle" };
  }

  write(text: string): void {
    if (this.detail.run?.status !== "running") return;
    const id = String(this.#log.length);
    this.#emit({ type: "text-start", id });
    this.#emit({ type: "text-delta", id, delta: text });
    this.#emit({ type: "text-end", id });
  }

  state(more: { resumesAt?: number }): void {
    this.#emit({ type: "data-run", data: { runId: "run", status: "running", ...more }, transient: true });
  }

  park(): void {
    if (this.detail.run?.status === "running") this.#ran("parked");
  }

  resume(): void {
    if (this.detail.run?.status === "parked") this.#ran("running");
  }

  finish(): void {
    while (this.detail.run !== null) {
      this.#emit({ type: "finish" });
      for (const stream of this.#streams) stream.end();
      const [next, ...queue] = this.detail.queue;
      this.#change({ run: null, queue });
      if (next !== undefined) this.#begin(next);
    }
  }

  breakStreams(): void {
    for (const stream of this.#streams) stream.end(new Error("connection reset"));
  }

  async read(_chatId?: string, before?: string): Promise<ReadResult> {
    this.#reach();
    const chat = structuredClone(this.detail);
    const missing = this.deleted || (chat.messages.length === 0 && chat.run === null);
    const end = before === undefined ? chat.messages.length : chat.messages.findIndex(({ id }) => id === before);
    chat.earlier = Math.max(0, end - this.perPage);
    chat.messages = chat.messages.slice(chat.earlier, Math.max(0, end));
    if (this.readingTakes > 0) await new Promise((resolve) => setTimeout(resolve, this.readingTakes));
    return missing ? { kind: "missing" } : { kind: "chat", chat };
  }

  async send(_chatId: string, message: OutgoingMessage, signal: AbortSignal): Promise<SendResult> {
    this.#reach();
    this.sent.push(message);
    if (this.holds !== null && message.cancelsCards !== true) return { kind: "cards-open", cards: this.holds };
    if (this.detail.messages.some((each) => each.id === message.id)) return { kind: "taken" };
    if (this.detail.run?.status === "running" && message.replaces === undefined) {
      this.#change({ queue: [...this.detail.queue, { id: message.id, text: message.text }] });
      return { kind: "queued" };
    }
    if (this.detail.run !== null) {
      this.#emit({ type: "abort" });
      for (const stream of this.#streams) stream.end();
    }
    this.#begin(message);
    return { kind: "stream", chunks: this.#open(signal) };
  }

  async attach(_chatId: string, signal: AbortSignal): Promise<AttachResult> {
    this.#reach();
    return this.detail.run === null ? { kind: "idle" } : { kind: "stream", chunks: this.#open(signal) };
  }

  async stop(): Promise<void> {
    this.#reach();
    this.stops++;
    this.finish();
  }

  async unqueue(_chatId: string, messageId: string): Promise<void> {
    this.#reach();
    this.#change({ queue: this.detail.queue.filter((message) => message.id !== messageId) });
  }

  async change(): Promise<void> {
    this.#reach();
  }

  async decide() {
    this.#reach();
    return { ok: true } as const;
  }

  async extend() {
    this.#reach();
    return { ok: true } as const;
  }

  #reach(): void {
    if (this.down) throw new TypeError("fetch failed");
  }

  #begin({ id, text, replaces }: OutgoingMessage): void {
    const cut = this.detail.messages.findIndex((message) => message.id === replaces);
    const kept = cut < 0 ? this.detail.messages : this.detail.messages.slice(0, cut);
    this.#log = [];
    this.#answer = emptyAnswer("");
    this.#change({
      messages: [...kept, { id, role: "user", parts: [{ type: "text", text }] }],
      run: { id: `run-${this.#runs}`, status: "running" },
    });
    this.#emit({ type: "start", messageId: `answer-${this.#runs++}` });
  }

  #ran(status: "running" | "parked"): void {
    const { run } = this.detail;
    if (run === null) return;
    this.#change({ run: { ...run, status } });
    this.#emit({ type: "data-run", data: { runId: run.id, status }, transient: true });
  }

  #emit(chunk: ChatChunk): void {
    this.#log.push(chunk);
    this.#answer = foldChunk(this.#answer, chunk);
    const { message } = this.#answer;
    this.#change({ messages: [...this.detail.messages.filter((each) => each.id !== message.id), message] });
    for (const stream of this.#streams) stream.push(chunk);
  }

  #change(change: Partial<ChatDetail>): void {
    this.detail = { ...this.detail, ...change, version: this.detail.version + 1 };
    this.onEvent(this.event());
  }

  #open(signal: AbortSignal): ReadableStream<ChatChunk> {
    return new ReadableStream<ChatChunk>({
      start: (controller) => {
        for (const chunk of this.#log) controller.enqueue(chunk);
        const stream: Stream = {
          push: (chunk) => controller.enqueue(chunk),
          end: (error) => {
            this.#streams.delete(stream);
            if (error === undefined) controller.close();
            else controller.error(error);
          },
        };
        this.#streams.add(stream);
        signal.addEventListener("abort", () => this.#streams.has(stream) && stream.end(new Error("aborted")));
      },
    });
  }
}
