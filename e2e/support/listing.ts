import { mkdtempSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serverFile, startServer, type RunningServer } from "./servers/start-server.ts";
import { until } from "./until.ts";

export type ListedHere = { name: string; description?: string; annotations?: object; inputSchema: { type: "object" } };

/** What `listing-server.ts` answers when it is asked for its tools. */
export type Listing = {
  tools: ListedHere[];
  answers: "tools" | "error" | "never";
  /** What becomes of a process that is started: with "late" it does not listen yet. */
  starts: "at once" | "late" | "fails";
  ttlMs?: number;
  /** What counts instead once `announce` was called. */
  onAnnounced?: Partial<Listing>;
};

const inputSchema = { type: "object" } as const;
export const look: ListedHere = {
  name: "look",
  description: "Looks.",
  annotations: { readOnlyHint: true },
  inputSchema,
};

/** A server whose tool list a test holds in its hand. */
export class ListingWorld {
  readonly #list: string;
  readonly #log: string;
  readonly #web: RunningServer[] = [];
  #listing: Listing = { tools: [look], answers: "tools", starts: "at once" };

  constructor() {
    const folder = mkdtempSync(join(tmpdir(), "listing-"));
    this.#list = join(folder, "list.json");
    this.#log = join(folder, "log");
    writeFileSync(this.#log, "");
    this.say({});
  }

  /** From now on it answers so; beside what is named here there is always `announce`. */
  say(changes: Partial<Listing>): void {
    this.#listing = { ...this.#listing, ...changes };
    const { tools } = this.#listing;
    // The server never reads half of it.
    writeFileSync(
      `${this.#list}.new`,
      JSON.stringify({ ...this.#listing, tools: [...tools, { name: "announce", inputSchema }] }),
    );
    renameSync(`${this.#list}.new`, this.#list);
  }

  /** What it was asked and what ran, in order. */
  get log(): string[] {
    return readFileSync(this.#log, "utf8").split("\n").slice(0, -1);
  }

  times(line: string): number {
    return this.log.filter((each) => each === line).length;
  }

  /** Resolves when it was asked for its list so many times. */
  asked(times: number): Promise<void> {
    return until(() => this.times("list") >= times, `the list to be asked for ${times} times`);
  }

  /** Its entry in mcp.json. */
  async entry(kind: "stdio" | "http", era: "modern" | "legacy", { quiet = false } = {}): Promise<object> {
    const args = [this.#list, this.#log, ...(quiet ? ["quiet"] : [])];
    if (kind === "stdio")
      return { command: "node", args: [serverFile("listing-server.ts"), ...args], era, trusted: true };
    const running = await startServer("listing-server.ts", "0", ...args);
    this.#web.push(running);
    return { url: running.url, era, trusted: true };
  }

  async end(): Promise<void> {
    for (const server of this.#web) await server.stop();
  }
}
