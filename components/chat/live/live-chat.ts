import type { DecideInput, DecideResult, ExtendResult } from "#components/cards/parts/card-props.ts";
import type { ChatChunk, RunState } from "#lib/chat/chat-message.ts";
import type { AppSignal } from "#components/browser/app-events.ts";
import type { OutgoingMessage } from "./chat-server.ts";
import { cancelledBy, withAccepted, withDetail, withLive, withProblem, withQueued } from "./chat-state.ts";
import { ChatEditor } from "./chat-editor.ts";
import { NamedTimers, Patience } from "#components/browser/patience.ts";
import { sendSurely } from "./send-surely.ts";
import { StreamedAnswer } from "./streamed-answer.ts";

type HowToSend = { replaces?: string | undefined; resources?: OutgoingMessage["resources"] };

/** How long a run must stay parked before its stream is let go: a replay passes through old pauses. */
const parkedFor = 300;
/** Many chunks become one drawing. */
const drawEvery = 32;

/**
 * One chat in one tab. A tab holds a stream only while it is visible and the run works; otherwise it lives on events.
 *
 *   sync: read the chat ── run works and tab visible? ──▶ attach: replay, then live ── ends, breaks, parks ──▶ sync
 *
 * Every way a stream can end leads back to `sync`, so what is shown always converges to the server's state.
 */
export class LiveChat extends ChatEditor {
  #visible = true;
  #stream: AbortController | null = null;
  #answer: StreamedAnswer | null = null;
  #syncing = false;
  #syncAgain = false;
  /** Grows when the server takes a message; an older reading of the chat is void. */
  #epoch = 0;
  readonly #timers = new NamedTimers<"sync" | "park" | "draw">();
  readonly #patience = new Patience((isAway) => {
    if (isAway) this.set({ trouble: "reconnecting" });
    else if (this.state.trouble === "reconnecting") this.set({ trouble: null });
  });

  /** Brings this tab up to date, and joins the answer in progress if there is one. */
  readonly sync = (): void => {
    this.#timers.clear("sync");
    if (this.#syncing) this.#syncAgain = true;
    else void this.#sync();
  };

  /** A hidden tab lets its stream go; the run goes on. */
  setVisible(visible: boolean): void {
    if (visible === this.#visible) return;
    this.#visible = visible;
    if (visible && this.state.exists) this.sync();
    else if (this.#stream !== null) this.#release();
  }

  receive(event: AppSignal): void {
    if (event.type === "resync" || event.type === "unreachable") {
      // A chat that was never saved has nothing to read.
      if (this.state.exists) this.sync();
      else if (event.type === "resync") this.#patience.reached();
      else this.#patience.failed();
      return;
    }
    if (event.type === "policy") this.set({ stopped: event.stopped });
    if (event.type !== "chat" || event.chatId !== this.state.chatId) return;
    if (this.#stream !== null && event.run === "parked") this.#parked();
    const news = event.version > this.state.version || event.run !== this.state.run;
    // During a stream only title and queue can be new: there is no hurry, and none in a hidden tab.
    if (news) this.#syncWithin(this.#stream !== null || !this.#visible ? 1_000 : 0);
  }

  send(text: string, { replaces, resources = [] }: HowToSend = {}): Promise<void> {
    const message = {
      id: this.deps.newId(),
      text,
      ...(replaces === undefined ? {} : { replaces }),
      ...(resources.length > 0 && { resources }),
    };
    const cards = cancelledBy(message, this.state);
    if (cards.open === 0) return this.#deliver(message);
    this.set({ held: { message, cards } });
    return Promise.resolve();
  }

  /** Sends the message that was held, which cancels the open cards. */
  async sendHeld(): Promise<void> {
    const { held } = this.state;
    if (held !== null) await this.#deliver({ ...held.message, cancelsCards: true });
  }

  /** Sends a failed message again under its old id, so that it can never count twice. */
  async resend(messageId: string): Promise<void> {
    const message = this.state.outbox.find((each) => each.id === messageId);
    if (message !== undefined) await this.#deliver(message);
  }

  async stop(): Promise<void> {
    this.set({ stopping: true });
    try {
      await this.deps.server.stop(this.state.chatId);
      this.#syncWithin(this.#stream === null ? 0 : 500);
    } catch (error) {
      this.#failed(error);
    } finally {
      this.set({ stopping: false });
    }
  }

  async decide(approvalId: string, input: DecideInput): Promise<DecideResult> {
    const result = await this.deps.server.decide(approvalId, input);
    if (result.ok && this.#visible && this.#stream === null) void this.#attach();
    else if (result.ok || result.settled) this.#syncWithin(this.#stream === null ? 0 : 500);
    return result;
  }

  async extend(approvalId: string): Promise<ExtendResult> {
    const result = await this.deps.server.extend(approvalId);
    this.#syncWithin(0);
    return result;
  }

  async #deliver(message: OutgoingMessage): Promise<void> {
    const others = this.state.outbox.filter((each) => each.id !== message.id);
    this.set({ outbox: [...others, { ...message, problem: null }], held: null });
    const controller = new AbortController();
    const to = { server: this.deps.server, chatId: this.state.chatId, signal: controller.signal };
    const onFailure = (error: unknown) => this.#failed(error);
    await this.changed;
    const result = await sendSurely({ ...to, message, onFailure });
    if (result.kind === "refused") return this.set(withProblem(this.state, message.id, result.message));
    this.#patience.reached();
    if (result.kind === "cards-open") {
      this.set({ outbox: others, held: { message, cards: result.cards } });
      return this.sync();
    }
    this.#epoch++;
    if (result.kind === "stream") {
      this.set(withAccepted(this.state, message));
      // The new message may have cancelled cards further up, which this stream does not say.
      this.#syncWithin(300);
      if (this.#visible) return void this.#consume(result.chunks, controller);
      controller.abort();
    } else {
      this.set(result.kind === "queued" ? withQueued(this.state, message) : withAccepted(this.state, message));
    }
    this.sync();
  }

  async #sync(): Promise<void> {
    this.#syncing = true;
    this.#syncAgain = false;
    const epoch = this.#epoch;
    let join = false;
    try {
      const result = await this.deps.server.read(this.state.chatId);
      this.#patience.reached();
      if (epoch !== this.#epoch) this.#syncAgain = true;
      else if (result.kind === "chat") {
        const live = this.#answer?.shown ?? null;
        if (result.chat.version >= this.state.version) this.set(withDetail(this.state, result.chat, live));
        join = result.chat.run?.status === "running";
        if (!join) this.#patience.calm();
      } else if (result.kind === "missing" && this.state.exists) this.set({ trouble: "gone", run: "idle" });
    } catch (error) {
      this.#failed(error);
    }
    this.#syncing = false;
    if (this.#syncAgain) void this.#sync();
    else if (join && this.#visible && this.#stream === null) void this.#attach();
  }

  async #attach(): Promise<void> {
    const controller = new AbortController();
    this.#stream = controller;
    try {
      const result = await this.deps.server.attach(this.state.chatId, controller.signal);
      if (this.#stream !== controller) return;
      if (result.kind === "stream") return void this.#consume(result.chunks, controller);
      this.#stream = null;
      // Nothing to join: the answer ended meanwhile, or its runner is gone and another takes over.
      this.#syncWithin(this.#patience.pause());
    } catch (error) {
      if (this.#stream !== controller) return;
      this.#stream = null;
      this.#failed(error);
    }
  }

  async #consume(chunks: AsyncIterable<ChatChunk>, controller: AbortController): Promise<void> {
    if (this.#stream !== controller) this.#stream?.abort();
    this.#timers.clear("park");
    this.#stream = controller;
    const answer = new StreamedAnswer(this.state.messages);
    this.#answer = answer;
    const begun = Date.now();
    let finished = false;
    try {
      for await (const chunk of chunks) {
        if (this.#stream !== controller) return;
        this.#patience.calm();
        this.#patience.reached();
        if (chunk.type === "data-run") this.#ran(chunk.data);
        else if (chunk.type === "error") this.set({ problem: chunk.errorText });
        finished ||= chunk.type === "finish" || chunk.type === "abort";
        if (finished && this.state.run !== "idle") this.set({ run: "idle", resumesAt: null });
        if (answer.add(chunk)) this.#timers.start("draw", drawEvery, () => this.#draw());
      }
    } catch (error) {
      if (this.#stream === controller) console.error("The stream of an answer broke.", error);
    }
    if (this.#stream === controller) this.#release(this.#patience.ended({ after: Date.now() - begun, finished }));
  }

  #ran(said: RunState): void {
    if (said.status === "parked") return this.#parked();
    const resumesAt = said.resumesAt ?? null;
    this.#timers.clear("park");
    if (this.state.run !== "running" || this.state.resumesAt !== resumesAt) this.set({ run: "running", resumesAt });
  }

  #parked(): void {
    if (this.state.run !== "parked") this.set({ run: "parked", resumesAt: null });
    this.#timers.start("park", parkedFor, () => this.#release());
  }

  /** Lets the stream go, keeps what it brought, and checks with the server. */
  #release(pause = 0): void {
    this.#timers.clear("park");
    this.#draw();
    this.#stream?.abort();
    this.#stream = null;
    this.#answer = null;
    this.#syncWithin(pause);
  }

  #failed(error: unknown): void {
    console.error("The server could not be reached.", error);
    this.#syncWithin(this.#patience.failed());
  }

  #syncWithin(delay: number): void {
    if (delay === 0) return this.sync();
    this.#timers.start("sync", delay, this.sync);
  }

  #draw(): void {
    const shown = this.#answer?.shown;
    if (shown) this.set(withLive(this.state, shown));
  }
}
