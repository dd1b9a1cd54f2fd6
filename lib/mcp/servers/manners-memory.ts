import { createHash } from "node:crypto";
import type { Log } from "#lib/gate/contract/gate.ts";
import type { ServerConfig } from "#lib/mcp/config/config.ts";
import type { Manners } from "#lib/mcp/connection/manners.ts";
import { canonicalJson } from "#lib/untrusted/canonical-json.ts";

/** Where texts about servers are kept, by a key of the server; a test may keep none. */
export type MannersStore = {
  read: (serverKey: string) => Promise<string | null>;
  write: (serverKey: string, text: string) => Promise<void>;
};

/** What is remembered of servers over restarts. Nothing depends on it: what is forgotten is learnt again. */
export class MannersMemory {
  readonly #store: MannersStore | undefined;
  readonly #log: Log;
  /** Writes go out one after the other, so that the last write of this process wins. */
  #writing: Promise<void> = Promise.resolve();

  constructor(store: MannersStore | undefined, log: Log) {
    this.#store = store;
    this.#log = log;
  }

  async recall(config: ServerConfig, manners: Manners): Promise<void> {
    try {
      const text = await this.#store?.read(keyOf(config));
      if (typeof text === "string") manners.recall(text);
    } catch (error) {
      this.#log.warn("tool-server.not-recalled", { server: config.id, error });
    }
  }

  async write(config: ServerConfig, text: string): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      try {
        await this.#store?.write(keyOf(config), text);
      } catch (error) {
        this.#log.warn("tool-server.not-remembered", { server: config.id, error });
      }
    });
    return this.#writing;
  }
}

/** Another program, started another way, is another server. */
function keyOf({ identity }: ServerConfig): string {
  return createHash("sha256").update(canonicalJson(identity)).digest("hex");
}
