import type { InspectedServer } from "#lib/mcp/servers/inspected-server.ts";
import type { ToolsInForce } from "./tools-in-force.ts";

/** Pause before a definition that another process took off the record is recorded again. */
const againAfterMs = 10 * 60_000;

/** By tool: its definition, and the accepted one, when this process last looked. */
type Looked = { tools: Map<string, { fingerprint: string; accepted: string | null }>; againAt: number };

/**
 * What this process has seen of each server's definitions. Processes of one store may be told different ones, while a
 * server is replaced or because it wants that; they must not correct each other for ever (THREATS G16: bounded audit
 * growth).
 */
export class SeenDefinitions {
  readonly #force: Pick<ToolsInForce, "reviewOf">;
  readonly #now: () => number;
  readonly #looked = new Map<string, Looked>();

  constructor(force: Pick<ToolsInForce, "reviewOf">, now: () => number = () => performance.now()) {
    this.#force = force;
    this.#now = now;
  }

  /** Whether the server's present list has something that is not on record, and is for this process to put there. */
  isNews(server: InspectedServer): boolean {
    const { id } = server.config;
    const looked = this.#looked.get(id);
    return definitionsOf(server).some(({ definition: { name, fingerprint }, accepted }) => {
      const review = this.#force.reviewOf(id, name);
      const waiting = review?.waiting_fingerprint ?? null;
      const last = looked?.tools.get(name);
      const isSame = last?.fingerprint === fingerprint;
      // Another process sees what waits; only one that saw it go may end that.
      if (accepted) return waiting !== null && !isSame;
      if (waiting === fingerprint) return false;
      const wasPut = isSame && last.accepted === (review?.fingerprint ?? null);
      return !wasPut || this.#now() >= (looked?.againAt ?? 0);
    });
  }

  /** The server's present list was looked at, and is on record as far as it is to be. */
  looked(server: InspectedServer): void {
    const { id } = server.config;
    const definitions = definitionsOf(server);
    // A server that is away has changed nothing.
    if (definitions.length === 0) return;
    const now = definitions.map(({ definition: { name, fingerprint } }) => {
      const accepted = this.#force.reviewOf(id, name)?.fingerprint ?? null;
      return [name, { fingerprint, accepted }] as const;
    });
    const before = this.#looked.get(id)?.againAt ?? this.#now() + againAfterMs;
    const againAt = before > this.#now() ? before : this.#now() + againAfterMs;
    this.#looked.set(id, { tools: new Map(now), againAt });
  }
}

/** The parts of a server that are reviewed: its tools, its apps, and its instructions to models. */
export function definitionsOf({ tools, apps, instructions }: InspectedServer) {
  return [...tools, ...apps, ...(instructions === null ? [] : [instructions])];
}
