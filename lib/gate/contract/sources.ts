import type { JsonObject } from "#lib/untrusted/json.ts";

/** What servers offer beside tools: resources, templates of their addresses, and prompts. */
export type SourceKind = "resources" | "templates" | "prompts";

/** An argument that a client's user is filling in, as MCP says it: of a prompt by its name, or of a template. */
export type Completing = {
  ref: { type: "ref/prompt"; name: string } | { type: "ref/resource"; uri: string };
  argument: { name: string; value: string };
  context?: { arguments?: Record<string, string> | undefined } | undefined;
};

/** The servers that a person may read from, by id, and for how long they wait. */
type From = { personId: string; servers: ReadonlySet<string>; signal: AbortSignal };

/**
 * Resources and prompts of servers, to be read only: nothing here runs a tool. Names and addresses say whose they are.
 * Rejects with `SourceProblem`.
 */
export type Sources = {
  /** In the order of the servers; one that does not answer, or has none, costs only itself. */
  list: (kind: SourceKind, from: From) => Promise<JsonObject[]>;
  read: (uri: string, from: From) => Promise<JsonObject>;
  /** The address of a resource in the server's own words, by the template of such addresses (RFC 6570). */
  expand: (template: string, values: Record<string, string>) => string;
  /**
   * From now on the servers are asked to say when one of these resources changes, as far as they do. Resolves to when each
   * was last said to have changed (Unix ms), of those that were. `mayAsk` is asked before a server is.
   */
  watch: (uris: readonly string[], from: From, mayAsk: () => Promise<boolean>) => Promise<ReadonlyMap<string, number>>;
  /** Hears that a watched resource changed, and not which. Returns the function that stops listening. */
  onUpdate: (listener: () => void) => () => void;
  prompt: (prompt: { name: string; arguments: Record<string, string> }, from: From) => Promise<JsonObject>;
  /** What a server suggests for an argument of its prompt, or of the template of an address; none where it suggests none. */
  complete: (asked: Completing, from: From) => Promise<JsonObject>;
  /** Returns the function that stops listening. */
  onChange: (listener: (what: "resources" | "prompts") => void) => () => void;
};

/** Hears which server says that its resources or prompts changed. */
export type SourcesChanged = (serverId: string, what: "resources" | "prompts") => void;

/** Why nothing was read, as a sentence for a client. `unknown`: there is no such thing for it. */
export class SourceProblem extends Error {
  override name = "SourceProblem";
  readonly kind: "unknown" | "invalid" | "failed";

  constructor(message: string, kind: SourceProblem["kind"] = "failed") {
    super(message);
    this.kind = kind;
  }
}
