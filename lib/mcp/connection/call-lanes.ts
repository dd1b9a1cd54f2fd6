import { signInNeededIn } from "#lib/mcp/config/sign-in-needed.ts";
import type { Connection } from "./connection.ts";
import type { Lane } from "./lane.ts";

/** Connections of a server beside its first one. */
const mostLanes = 5;
/** The same, with those for people who hold none yet: one person's pending question must not block other people. */
const mostOfAll = 20;
const idleMs = 30 * 60_000;
/** Pause after a failure, before another connection is tried, ms. */
const aloneMs = 60_000;

export type Wanted = {
  /** Whose call it is; "" for what reads. */
  personId: string;
  /** Whether the tool was seen to ask. */
  mayAsk: boolean;
  /** Who reads, of what reads. */
  reader?: string;
};
export type LanePlace = { lane: Lane; leave: () => void };
/** Why there is none; `signIn`: its person has to sign in first, to be allowed what `scope` names. */
export type NoPlace = { problem: string; signIn?: { scope: string | null } };

/** `people`: whose state it may hold. `inside`: who waits for what runs there. */
type Slot = { lane: Lane; isMain: boolean; people: Set<string>; inside: string[]; closing?: NodeJS.Timeout };
type Waiting = Wanted & { isOpening: boolean; settle: (settled: LanePlace | NoPlace) => void };

type Of = {
  /** Whether the server asks people in a way that names no call. */
  asks: () => boolean;
  /** Whether each person has connections of their own, because each signs in for themselves. */
  isPersonal: () => boolean;
  open: (personId: string) => Promise<Lane>;
  /** Closes a connection that is not used any more. */
  retire: (connection: Connection) => void;
};

/**
 * Sends each call of a server to one of its connections. They share the first one until the server is seen to ask in a
 * way that names no call. From then on a call has a connection for itself, and a connection has one person, whose state
 * in its process no other finds. Where people sign in for themselves, the first connection carries no calls: each person's
 * go on connections that they signed in to. First come, first served.
 */
export class CallLanes {
  readonly #of: Of;
  /** The least recently used first. */
  #slots: Slot[] = [];
  #queue: Waiting[] = [];
  /** For whom connections are being opened. */
  readonly #opening: string[] = [];
  #isClosed = false;
  /** Set for a while after no further connection could be opened. */
  #alone: NodeJS.Timeout | null = null;

  constructor(of: Of) {
    this.#of = of;
  }

  /** The server's first connection, which lists its tools. */
  lead(lane: Lane): void {
    this.#endAlone();
    this.#slots.push({ lane, isMain: true, people: new Set(), inside: [] });
    this.#letIn();
  }

  /** No further call is sent on this connection; false when none was. */
  drop(connection: Connection): boolean {
    const slot = this.#slots.find(({ lane }) => lane.connection === connection);
    if (slot === undefined) return false;
    this.#remove(slot);
    this.#letIn();
    return true;
  }

  /** The server is down, or closed: nobody waits any more. */
  refuse(why: NoPlace): void {
    for (const waiting of this.#queue.splice(0)) waiting.settle(why);
  }

  /** People signed in or out: whatever rests ends, and whatever is busy ends with its calls. */
  endPersonal(): void {
    for (const slot of this.#others()) this.#retire(slot);
    this.#endAlone();
    this.#letIn();
  }

  /** Closes all connections but the first. */
  close(): void {
    this.#isClosed = true;
    this.#endAlone();
    this.refuse({ problem: "It is not running." });
    for (const slot of this.#others()) this.#retire(slot);
  }

  /** Resolves to a place for one call; rejects when `signal` aborts first. `waits` is told where it is not there at once. */
  async enter(wanted: Wanted, signal: AbortSignal, waits = () => {}): Promise<LanePlace | NoPlace> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<LanePlace | NoPlace>();
    const waiting: Waiting = { ...wanted, isOpening: false, settle: resolve };
    const giveUp = () => {
      this.#queue = this.#queue.filter((one) => one !== waiting);
      reject(signal.reason);
    };
    signal.addEventListener("abort", giveUp, { once: true });
    this.#queue.push(waiting);
    this.#letIn();
    if (this.#queue.includes(waiting)) waits();
    return promise.finally(() => signal.removeEventListener("abort", giveUp));
  }

  #letIn(): void {
    for (const waiting of this.#queue) {
      const slot = this.#slotFor(waiting);
      if (slot !== undefined) this.#admit(waiting, slot);
      else if (this.#mayOpen(waiting)) void this.#open(waiting);
    }
  }

  #admit(waiting: Waiting, slot: Slot): void {
    this.#queue = this.#queue.filter((one) => one !== waiting);
    waiting.settle({ lane: slot.lane, leave: this.#occupy(slot, waiting) });
  }

  #slotFor(wanted: Wanted): Slot | undefined {
    const { personId, mayAsk } = wanted;
    const isPersonal = this.#of.isPersonal();
    if (isPersonal && !this.#of.asks())
      return this.#others().findLast(({ people }) => people.size === 1 && people.has(personId));
    if (!this.#of.asks()) return this.#slots.find(({ isMain }) => isMain);
    // Readers share connections, and a crowd of one reader's must not take those that the others opened.
    if (personId === "" && this.#others().length > mostLanes && this.#holdsOne(wanted)) return undefined;
    const free = this.#slots.filter(({ inside }) => inside.length === 0);
    const certain = mayAsk ? free.filter(({ lane }) => !lane.connection.router.isDoubtful) : free;
    const own = certain.filter(({ people }) => [...people].every((one) => one === personId));
    if (isPersonal) return own.findLast(({ isMain, people }) => !isMain && people.has(personId));
    const best = own.find(({ isMain }) => isMain) ?? own.at(-1);
    // A program that cannot run twice, or not now, serves one call after the other.
    return best ?? (this.#alone === null ? undefined : free.find(({ isMain }) => isMain));
  }

  #holdsOne(wanted: Wanted): boolean {
    const holder = holderOf(wanted);
    return this.#opening.includes(holder) || this.#slots.some(({ inside }) => inside.includes(holder));
  }

  #occupy(slot: Slot, wanted: Wanted): () => void {
    const holder = holderOf(wanted);
    clearTimeout(slot.closing);
    slot.inside.push(holder);
    slot.people.add(wanted.personId);
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      slot.inside.splice(slot.inside.indexOf(holder), 1);
      if (this.#slots.includes(slot)) this.#slots = [...this.#slots.filter((one) => one !== slot), slot];
      this.#letIn();
      this.#rest(slot);
    };
  }

  #rest(slot: Slot): void {
    if (slot.isMain || slot.inside.length > 0 || !this.#slots.includes(slot)) return;
    if (this.#isClosed || this.#others().length > mostLanes) return this.#retire(slot);
    slot.closing = setTimeout(() => this.#retire(slot), idleMs);
    slot.closing.unref();
  }

  /** Makes room where there is none: a connection that rests, of somebody else or in doubt, ends. */
  #mayOpen(waiting: Waiting): boolean {
    if (waiting.isOpening) return false;
    if (this.#of.isPersonal()) {
      if (!this.#of.asks() && this.#opening.includes(holderOf(waiting))) return false;
    } else if (this.#alone !== null || !this.#of.asks()) return false;
    const others = this.#others();
    const count = others.length + this.#opening.length;
    if (count < mostLanes) return true;
    const holdsOne = this.#holdsOne(waiting);
    // In a crowd, what others leave is for whoever holds none.
    if (count > mostLanes && holdsOne) return false;
    const resting = others.find(({ inside }) => inside.length === 0);
    if (resting !== undefined) this.#retire(resting);
    return resting !== undefined || (!holdsOne && count < mostOfAll);
  }

  async #open(waiting: Waiting): Promise<void> {
    const { personId } = waiting;
    const isPersonal = this.#of.isPersonal();
    waiting.isOpening = true;
    this.#opening.push(holderOf(waiting));
    // Whoever opens it says why it failed.
    const opened = await this.#of.open(personId).catch((error: unknown) => ({ error }));
    this.#opening.splice(this.#opening.indexOf(holderOf(waiting)), 1);
    waiting.isOpening = false;
    if ("error" in opened) {
      // The failure of one person says nothing about the next.
      if (isPersonal) this.#turnAway(waiting, opened.error);
      else this.#beAlone();
    } else {
      const lane = opened;
      const slot = { lane, isMain: false, people: new Set([personId]), inside: [] };
      this.#slots.push(slot);
      if (this.#queue.includes(waiting)) this.#admit(waiting, slot);
      else this.#rest(slot);
    }
    this.#letIn();
  }

  #turnAway(waiting: Waiting, error: unknown): void {
    this.#queue = this.#queue.filter((one) => one !== waiting);
    const needed = signInNeededIn(error);
    const problem = error instanceof Error ? error.message : String(error);
    waiting.settle({ problem, ...(needed && { signIn: { scope: needed.scope } }) });
  }

  #beAlone(): void {
    this.#endAlone();
    if (this.#isClosed) return;
    this.#alone = setTimeout(() => {
      this.#endAlone();
      this.#letIn();
    }, aloneMs);
    this.#alone.unref();
  }

  #endAlone(): void {
    if (this.#alone !== null) clearTimeout(this.#alone);
    this.#alone = null;
  }

  #others(): Slot[] {
    return this.#slots.filter(({ isMain }) => !isMain);
  }

  #retire(slot: Slot): void {
    this.#remove(slot);
    this.#of.retire(slot.lane.connection);
  }

  #remove(slot: Slot): void {
    clearTimeout(slot.closing);
    this.#slots = this.#slots.filter((one) => one !== slot);
  }
}

/** Who waits for it: a person's calls hold up none of their readings, and nobody else. */
function holderOf({ personId, reader = "" }: Wanted): string {
  return JSON.stringify(personId === "" ? { reader } : { personId });
}
