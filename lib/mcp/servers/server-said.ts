import type { SaidOnPage } from "#lib/policies/changes/tools-page.ts";
import { KeptLines } from "#lib/mcp/transport/kept-lines.ts";

/** What a server writes beside its answers: null where that is nothing. */
export class ServerSaid {
  /** Of its last processes on stderr, the latest first. */
  #processes: KeptLines[] = [];
  readonly #logged = new KeptLines();

  readonly started = (said: KeptLines): void => {
    this.#processes = [said, ...this.#processes].slice(0, 2);
  };

  readonly logged = (line: string): void => this.#logged.add(line);

  /** The first lines and the last ones. */
  get ends(): SaidOnPage | null {
    return this.#part("ends");
  }

  /** As much as is kept. */
  get whole(): SaidOnPage | null {
    return this.#part("whole");
  }

  #part(part: "ends" | "whole"): SaidOnPage | null {
    const none = new KeptLines();
    const [now = none, before = none] = this.#processes;
    const said = { now: now[part], before: before[part], logged: this.#logged[part] };
    return Object.values(said).every(({ first }) => first.length === 0) ? null : said;
  }
}
