import type { Client } from "@modelcontextprotocol/client";
import type { Log } from "#lib/gate/contract/gate.ts";
import type { SourcesChanged } from "#lib/gate/contract/sources.ts";
import type { Resolver } from "#lib/network/resolver.ts";
import type { Environment } from "#lib/mcp/config/expand-variables.ts";
import type { SignIns } from "#lib/mcp/sign-in/sign-ins.ts";
import type { Allowances, Flooded } from "#lib/mcp/transport/flood-guard.ts";
import type { KeptLines } from "#lib/mcp/transport/kept-lines.ts";
import type { Manners } from "./manners.ts";
import type { OpenedPages } from "./opened-pages.ts";
import type { ServerTiming } from "./server-timing.ts";

export type ConnectionDeps = {
  sourcesChanged: SourcesChanged;
  /** A resource changed, says the server on this connection. */
  resourceUpdated: (serverId: string, client: Client, uri: string) => void;
  /** Child processes see a safe part of it. */
  environment: Environment;
  log: Log;
  /** A program was started, which says this on stderr. */
  started: (said: KeptLines) => void;
  /** The server logged this line. */
  logged: (line: string) => void;
  /** What is known of the server, and what is learnt. */
  manners: Manners;
  /** What it may take of the process, over all its connections. */
  allowances?: Allowances;
  /** Pages that people have open, for calls that cannot begin before they are done there. */
  pages: OpenedPages;
  timing: Pick<ServerTiming, "keepAliveMs" | "probeMs" | "pingMs">;
  /** Where sign-ins to servers are kept; absent where nobody signs in. */
  signIns?: SignIns | undefined;
  /** A program wants somebody to sign in on this page, and waits. */
  asksToSignIn?: (link: string) => void;
  /** The server wants a sign-in. */
  wantsSignIn?: () => void;
  /** Whose calls it carries, where each person has their own connection; null: it lists tools. */
  personId?: string | null;
  /** Replaces the system's resolver in tests. */
  resolver?: Resolver | undefined;
};

export type ConnectionEvents = {
  toolsChanged: () => void;
  /** Called after a failure that may mean that the server is down. */
  suspect: () => void;
  /** The connection is over, or no longer carries the server's own messages. After a flood no call is in flight. */
  lost: (why: string | Flooded) => void;
};
