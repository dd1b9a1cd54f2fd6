import type { AuthProvider, FetchLike, Transport } from "@modelcontextprotocol/client";
import { maskOf, type Mask } from "#lib/audit/mask.ts";
import type { Log } from "#lib/gate/contract/gate.ts";
import type { Resolver } from "#lib/network/resolver.ts";
import { cappedFetch, maxMessageBytes } from "./capped-fetch.ts";
import { childEnvironment } from "./child-environment.ts";
import type { ServerConfig, ServerTransport } from "#lib/mcp/config/config.ts";
import type { Environment } from "#lib/mcp/config/expand-variables.ts";
import { FloodGuard, type Allowances } from "./flood-guard.ts";
import { followStderr } from "./follow-stderr.ts";
import { HttpTransport } from "./http-transport.ts";
import type { KeptLines } from "./kept-lines.ts";
import { ProgramTransport } from "./program-transport.ts";
import { SseTransport } from "./sse-transport.ts";
import { secretsOf } from "#lib/mcp/config/secrets-of.ts";

/** The transport of one connection and its limits. */
export type Wire = {
  transport: Transport;
  /** Ends the connection when the server takes too much. */
  guard: FloodGuard;
  /** The line on a program's stderr that most likely says why it ended. */
  lastWords: () => string | null;
  /** Since when announcements of an older server arrive, by `performance.now()`; null: they do not. */
  heardSince: () => number | null;
  /** Ends the session of a web server that keeps one; before the client closes. */
  endSession: () => Promise<void>;
  /** Frees the remaining resources; after the client closed. */
  release: () => Promise<void>;
};

/** `watching`: the fetch of the requests that get the tokens. */
type Tokens = AuthProvider & { watching: (fetch: FetchLike) => FetchLike };

type WireDeps = {
  /** Shared by all connections of this server; without it each connection has its own. */
  allowances?: Allowances | undefined;
  environment: Environment;
  log: Log;
  /** A program was started, which says this on stderr. */
  started: (said: KeptLines) => void;
  /** A program wants somebody to sign in on this page. */
  asksToSignIn?: (link: string) => void;
  /** Gives a web server's requests their token; null where nobody signs in. */
  tokens?: Tokens | null;
  resolver?: Resolver | undefined;
};
type Under = WireDeps & { guard: FloodGuard };

export function wireTo(config: ServerConfig, deps: WireDeps): Wire {
  const guard = new FloodGuard(undefined, deps.allowances);
  return config.transport.kind === "stdio"
    ? wireToProgram(config.transport, { serverId: config.id, mask: maskOf(secretsOf(config)) }, { ...deps, guard })
    : wireToWebServer(config.transport, { ...deps, guard });
}

type StdioTransport = Extract<ServerTransport, { kind: "stdio" }>;
type WebServer = Extract<ServerTransport, { kind: "http" }>;

function wireToProgram(
  { command, args, env, cwd }: StdioTransport,
  { serverId, mask }: { serverId: string; mask: Mask },
  { environment, log, started, asksToSignIn, guard }: Under,
): Wire {
  let lastWords = () => null as string | null;
  const transport = new ProgramTransport(
    { command, args, cwd, env: childEnvironment(environment, env) },
    {
      maxMessageBytes,
      guard,
      onStderr: (stream) => {
        const followed = followStderr(stream, { log, serverId, mask, ...(asksToSignIn && { asksToSignIn }) });
        lastWords = followed.lastWords;
        started(followed.said);
      },
    },
  );
  return {
    transport,
    guard,
    lastWords: () => lastWords(),
    heardSince: () => 0,
    endSession: async () => {},
    release: () => transport.close(),
  };
}

const goodbyeMs = 2_000;

function wireToWebServer(
  { url, headers, privately, isSse }: WebServer,
  { guard, tokens = null, resolver }: Under,
): Wire {
  const { fetch, heardSince, close } = cappedFetch({ guard, privately, resolver });
  const usual = {
    fetch: tokens?.watching(fetch) ?? fetch,
    ...(tokens !== null && { authProvider: tokens }),
    requestInit: { headers },
    // A redirect must not carry the owner's headers to another host, nor a call to another server (THREATS E9: private
    // networks).
    redirectPolicy: "same-origin",
  } as const;
  if (isSse) {
    const transport = new SseTransport(new URL(url), guard, usual);
    const release = async () => {
      await transport.close();
      await close();
    };
    return { transport, guard, lastWords: () => null, heardSince, endSession: async () => {}, release };
  }
  const transport = new HttpTransport(new URL(url), guard, {
    ...usual,
    reconnectionOptions: {
      initialReconnectionDelay: 500,
      maxReconnectionDelay: 10_000,
      reconnectionDelayGrowFactor: 2,
      maxRetries: 4,
    },
  });
  return {
    transport,
    guard,
    lastWords: () => null,
    heardSince,
    endSession: async () => {
      // A server that is gone has no session to end; the client's onerror reports the failure.
      const said = transport.terminateSession().catch(() => {});
      await Promise.race([said, new Promise((resolve) => setTimeout(resolve, goodbyeMs).unref())]);
    },
    release: async () => {
      await transport.close();
      await close();
    },
  };
}
