import { KeptLines } from "#lib/mcp/transport/kept-lines.ts";

/** What a server writes beside its answers. */
export class ServerSaid {
  /** Of its last processes on stderr, the latest first. */
  #processes: (() => string[])[] = [];
  readonly #logged = new KeptLines();

  readonly started = (said: () => string[]): void => {
    this.#processes = [said, ...this.#processes].slice(0, 2);
  };

  readonly logged = (line: string): void => this.#logged.add(line);

  /** Of the present process, of the one before it, and over MCP; null where all of that is nothing. */
  get said(): { now: string[]; before: string[]; logged: string[] } | null {
    const [now = [], before = []] = this.#processes.map((said) => said());
    const logged = this.#logged.all();
    return [now, before, logged].every(({ length }) => length === 0) ? null : { now, before, logged };
  }
}
