import { AsyncLocalStorage } from "node:async_hooks";
import { close, fdatasync, open } from "node:fs";
import { setImmediate as immediate } from "node:timers/promises";
import { promisify } from "node:util";

const openFile = promisify(open);
const syncFile = promisify(fdatasync);
const closeFile = promisify(close);

/** Whether a commit of the running code is not waited for until it is on the disk. */
export const syncedLater = new AsyncLocalStorage<true>();

const laterMs = 200;

/**
 * Syncs the write-ahead log of a SQLite file without blocking the process: one sync for all commits that ask at the
 * same time. `synchronous=FULL` does the same within each commit, one after another.
 */
export class LogOnDisk {
  readonly #path: string;
  readonly #sync: typeof syncFile;
  #file: number | null = null;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  #failure: Error | null = null;
  #later: NodeJS.Timeout | undefined;
  /** How many syncs were begun. */
  #begun = 0;

  /** `sync` takes the place of the system's own; for tests only. */
  constructor(databaseFile: string, sync = syncFile) {
    this.#path = `${databaseFile}-wal`;
    this.#sync = sync;
  }

  /**
   * Resolves when everything committed before this call is on the disk. After a failed sync it always rejects: nobody
   * knows what was written, and a second sync would find nothing left to write.
   */
  written(): Promise<void> {
    if (this.#failure) return Promise.reject(this.#failure);
    // A sync that has already begun may have missed the caller's commit.
    if (this.#running) return (this.#next ??= this.#running.then(() => this.#begin()));
    return this.#begin();
  }

  /**
   * As `written`, but leaves the rest of this round of the loop to a commit that follows from the caller's: one that is
   * waited for takes it along, and one sync serves both.
   */
  async takenAlong(): Promise<void> {
    const begun = this.#begun;
    await immediate();
    if (this.#begun === begun) return this.written();
    await this.#running;
    // What followed acts first: a call goes to its tool before anybody hears of the answer that let it.
    await immediate();
    this.refuseAfterFailure();
  }

  /** Syncs within a moment what no later commit has taken along. */
  soon(): void {
    this.#later ??= setTimeout(() => {
      this.#later = undefined;
      // Whoever commits next hears of a failure.
      this.written().catch(() => {});
    }, laterMs).unref();
  }

  get hasFailed(): boolean {
    return this.#failure !== null;
  }

  /** Throws once a sync has failed. */
  refuseAfterFailure(): void {
    if (this.#failure) throw this.#failure;
  }

  async close(): Promise<void> {
    clearTimeout(this.#later);
    await Promise.allSettled([this.#running, this.#next]);
    if (this.#file !== null) await closeFile(this.#file);
    this.#file = null;
  }

  #begin(): Promise<void> {
    clearTimeout(this.#later);
    this.#later = undefined;
    this.#next = null;
    this.#begun += 1;
    this.#running = this.#write().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #write(): Promise<void> {
    try {
      // The file exists after the first commit, and stays while the database is open.
      this.#file ??= await openFile(this.#path, "r+");
      await this.#sync(this.#file);
    } catch (cause) {
      const failure = new Error("The store's log could not be written to the disk.", { cause });
      this.#failure = Object.assign(failure, { code: "SQLITE_IOERR_FSYNC" });
      throw failure;
    }
  }
}
