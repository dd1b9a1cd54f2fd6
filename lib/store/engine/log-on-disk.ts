import { close, fdatasync, open } from "node:fs";
import { promisify } from "node:util";

const openFile = promisify(open);
const syncFile = promisify(fdatasync);
const closeFile = promisify(close);

/**
 * Puts the write-ahead log of a SQLite file on the disk without standing the process still, once for all commits that
 * ask for it at the same time. This is what `synchronous=FULL` does within each commit, for one commit after another.
 */
export class LogOnDisk {
  readonly #path: string;
  readonly #sync: typeof syncFile;
  #file: number | null = null;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  #failure: Error | null = null;

  /** `sync` takes the place of the system's own; for tests only. */
  constructor(databaseFile: string, sync = syncFile) {
    this.#path = `${databaseFile}-wal`;
    this.#sync = sync;
  }

  /**
   * Resolves when all that was committed before this call is on the disk. Once that failed, nobody knows what is there
   * and what is not, and a second try would find nothing left to write: from then on it always rejects.
   */
  written(): Promise<void> {
    if (this.#failure) return Promise.reject(this.#failure);
    // One that has begun may have looked at the file before the caller's commit was there.
    if (this.#running) return (this.#next ??= this.#running.then(() => this.#begin()));
    return this.#begin();
  }

  /** Throws once something could not be put on the disk. */
  refuseAfterFailure(): void {
    if (this.#failure) throw this.#failure;
  }

  async close(): Promise<void> {
    await Promise.allSettled([this.#running, this.#next]);
    if (this.#file !== null) await closeFile(this.#file);
    this.#file = null;
  }

  #begin(): Promise<void> {
    this.#next = null;
    this.#running = this.#write().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #write(): Promise<void> {
    try {
      // It is there after the first commit, and stays for as long as the database is open.
      this.#file ??= await openFile(this.#path, "r+");
      await this.#sync(this.#file);
    } catch (cause) {
      const failure = new Error("The store's log could not be written to the disk.", { cause });
      this.#failure = Object.assign(failure, { code: "SQLITE_IOERR_FSYNC" });
      throw failure;
    }
  }
}
