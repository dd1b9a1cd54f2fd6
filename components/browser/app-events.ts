import type { AppEvent } from "#lib/chat/chat-summary.ts";

/**
 * `resync`: events may have been missed, so what is shown should be read again. `unreachable`: the connection was lost
 * and is being made again.
 */
export type AppSignal = AppEvent | { type: "resync" } | { type: "unreachable" };

type Source = { close: () => void };
type Deps = {
  locks: LockManager;
  channel: BroadcastChannel;
  open: (onEvent: (event: AppEvent) => void, onOpen: () => void, onLost: () => void) => Source;
  /** How long to wait for the leader's reply before taking over; a frozen tab answers nobody. */
  patience: number;
};

/** One tab's time as leader. */
type Term = { source: Source; resign: () => void; ended: Promise<void> };

type Word = { kind: "signal"; signal: AppSignal } | { kind: "who-leads" } | { kind: "leader"; visible: boolean };

const lockName = "countersign-events";
/** The longest time from the making of a page on the server to its first listening. */
const newsLastsMs = 5_000;

/**
 * The events of the server, shared by all tabs of a browser over one connection: a browser opens only six to a host.
 * The tab that holds the lock leads: it keeps the connection and passes events on. Every tab waits in line for the
 * lock; a visible tab takes it away from a hidden or silent one, so that a sleeping tab never keeps events from a
 * visible one.
 */
export class AppEvents {
  readonly #deps: Deps;
  readonly #listeners = new Set<(signal: AppSignal) => void>();
  readonly #stopped = new AbortController();
  #visible: boolean;
  /** Events reach this tab from now on: it leads, or knows who does. */
  #joined = false;
  #lastSignalAt = -Infinity;
  #leading: Term | null = null;
  #doubt: ReturnType<typeof setTimeout> | undefined;

  constructor(deps: Deps, visible: boolean) {
    this.#deps = deps;
    this.#visible = visible;
    deps.channel.addEventListener("message", this.#hear);
    void this.#waitInLine();
    this.setVisible(visible);
  }

  /** A listener that comes soon after a signal is told to read anew: what it shows may be older than that signal. */
  readonly subscribe = (listener: (signal: AppSignal) => void): (() => void) => {
    this.#listeners.add(listener);
    if (performance.now() - this.#lastSignalAt < newsLastsMs) queueMicrotask(() => listener({ type: "resync" }));
    return () => this.#listeners.delete(listener);
  };

  get leads(): boolean {
    return this.#leading !== null;
  }

  setVisible(visible: boolean): void {
    this.#visible = visible;
    clearTimeout(this.#doubt);
    if (this.#leading !== null) return this.#say({ kind: "leader", visible });
    if (visible || !this.#joined) this.#say({ kind: "who-leads" });
    if (!visible) return;
    this.#doubt = setTimeout(() => void this.#lead({ steal: true }), this.#deps.patience);
  }

  close(): void {
    clearTimeout(this.#doubt);
    this.#stopped.abort();
    this.#leading?.resign();
    this.#deps.channel.removeEventListener("message", this.#hear);
  }

  async #waitInLine(): Promise<void> {
    while (!this.#stopped.signal.aborted) await this.#lead({ signal: this.#stopped.signal });
  }

  /** Resolves when leadership has ended: given up, taken away, or never reached. */
  async #lead(options: LockOptions): Promise<void> {
    let term: Term | null = null;
    const serve = () => {
      // Closing, or leading already by another request of this very tab.
      if (this.#leading !== null || this.#stopped.signal.aborted) return;
      term = this.#begin();
      return term.ended;
    };
    try {
      await this.#deps.locks.request(lockName, options, serve);
    } catch (error) {
      // The lock was taken by a visible tab, or this tab is closing: both are the end of leading, not a failure.
      if (!(error instanceof Error && error.name === "AbortError")) throw error;
    }
    if (term === null) return;
    this.#leading?.source.close();
    this.#leading = null;
  }

  #begin(): Term {
    clearTimeout(this.#doubt);
    this.#joined = true;
    const source = this.#deps.open(
      (event) => this.#tell(event),
      () => this.#tell({ type: "resync" }),
      () => this.#tell({ type: "unreachable" }),
    );
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#leading = { source, resign: resolve, ended: promise };
    this.#say({ kind: "leader", visible: this.#visible });
    return this.#leading;
  }

  readonly #hear = ({ data }: MessageEvent<Word>): void => {
    if (data.kind === "signal") return this.#deliver(data.signal);
    if (data.kind === "who-leads") {
      if (this.#leading !== null) this.#say({ kind: "leader", visible: this.#visible });
      return;
    }
    clearTimeout(this.#doubt);
    // The page shows an older state: the leader opened its connection before this tab listened.
    if (!this.#joined) this.#deliver({ type: "resync" });
    this.#joined = true;
    if (this.#visible && !data.visible) void this.#lead({ steal: true });
  };

  #tell(signal: AppSignal): void {
    this.#say({ kind: "signal", signal });
    this.#deliver(signal);
  }

  #deliver(signal: AppSignal): void {
    this.#lastSignalAt = performance.now();
    for (const listener of this.#listeners) listener(signal);
  }

  #say(word: Word): void {
    this.#deps.channel.postMessage(word);
  }
}
