import { randomUUID } from "node:crypto";
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
  type AuthInfo,
  type Server,
} from "@modelcontextprotocol/server";
import { isJsonObject } from "#lib/untrusted/json.ts";
import { onceAMinute } from "#lib/untrusted/once-a-minute.ts";
import type { KeyHolder } from "./client.ts";
import type { Gateway } from "./gateway.ts";
import { carriedCodec, mcpServer } from "./mcp-server.ts";
import { ownIds } from "./own-ids.ts";

type Offer = "tools" | "resources" | "prompts";

/** Answers MCP over streamable HTTP, in both eras, to clients that their key has let in. */
export type McpEndpoint = {
  /** `body` is the JSON that came with the request, checked; undefined where none did. */
  handle: (request: Request, holder: KeyHolder, body?: unknown) => Promise<Response>;
  /** Tells connected clients that what is on offer has changed. */
  changed: (...what: Offer[]) => void;
  close: () => Promise<void>;
};

/** Of all clients together, and of one person's. Whoever comes back to a dropped session begins a new one. */
const mostSessions = { inAll: 1_000, ofPerson: 50 };

/** What a client says of itself is kept as long as its session is, or its stream of announcements. */
const longestIntroduction = 16 * 1024;

type Session = { transport: WebStandardStreamableHTTPServerTransport; server: Server; keyId: string; personId: string };

export function mcpEndpoint(gateway: Gateway): McpEndpoint {
  const { log } = gateway.agent.gate;
  const codec = once(async () => carriedCodec(await gateway.secret()));
  // Once a minute: whoever has a key can send malformed messages at will.
  const onerror = onceAMinute(({ message }: Error, more) =>
    log.info("gateway.refused", { reason: message.slice(0, 500), more }),
  );
  const modern = createMcpHandler(
    async ({ authInfo }) => mcpServer({ gateway, codec: await codec(), era: "modern", holder: holderIn(authInfo) }),
    // Streams from the first moment on, so that a call may wait for longer than proxies wait for headers.
    { legacy: "reject", responseMode: "sse", onerror },
  );
  const sessions = new Map<string, Session>();

  /** Clients of the older era keep a session, on which they can be asked. It belongs to one key (THREATS F12). */
  async function legacy(request: Request, holder: KeyHolder, parsedBody: unknown): Promise<Response> {
    const options = { authInfo: authInfoOf(holder), ...(parsedBody === undefined ? {} : { parsedBody }) };
    const id = request.headers.get("mcp-session-id");
    if (id === null) {
      // Nobody's session goes because another person opens some.
      if (sessions.size >= mostSessions.inAll && ofPerson(holder.person.id).length === 0) {
        return Response.json(tooManySessions, { status: 503 });
      }
      return (await open(holder)).handleRequest(request, options);
    }
    const session = sessions.get(id);
    if (session?.keyId !== holder.key.id) return Response.json(unknownSession, { status: 404 });
    // Used last, dropped last.
    sessions.delete(id);
    sessions.set(id, session);
    return session.transport.handleRequest(request, options);
  }

  async function open(holder: KeyHolder): Promise<WebStandardStreamableHTTPServerTransport> {
    const server = mcpServer({ gateway, codec: await codec(), era: "legacy", holder });
    const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: async (id) => {
        sessions.set(id, { transport, server, keyId: holder.key.id, personId: holder.person.id });
        await dropOldest(holder.person.id);
      },
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await server.connect(transport);
    ownIds(transport);
    return transport;
  }

  function ofPerson(personId: string): [id: string, session: Session][] {
    return [...sessions].filter(([, session]) => session.personId === personId);
  }

  /** The oldest of a person's, where these are too many, or all together are. */
  async function dropOldest(personId: string): Promise<void> {
    const own = ofPerson(personId);
    const [oldest] = own.length > mostSessions.ofPerson || sessions.size > mostSessions.inAll ? own : [];
    if (oldest === undefined) return;
    sessions.delete(oldest[0]);
    await oldest[1].transport.close();
  }

  return {
    handle: async (request, holder, body) => {
      if (isTooLong(body)) return Response.json(tooLong, { status: 400 });
      if (await isLegacyRequest(request, body)) return legacy(request, holder, body);
      return modern.fetch(request, {
        authInfo: authInfoOf(holder),
        ...(body === undefined ? {} : { parsedBody: body }),
      });
    },
    changed: (...what) => {
      for (const each of what) {
        modern.notify[`${each}Changed`]();
        const method = `notifications/${each}/list_changed` as const;
        for (const { server } of sessions.values()) void server.notification({ method }).catch(onerror);
      }
    },
    close: async () => {
      await Promise.all([modern.close(), ...[...sessions.values()].map(({ transport }) => transport.close())]);
    },
  };
}

function isTooLong(body: unknown): boolean {
  const introduces = [body].flat().some((said) => isJsonObject(said) && introducing.has(said["method"]));
  return introduces && JSON.stringify(body).length > longestIntroduction;
}

const introducing = new Set<unknown>(["initialize", "subscriptions/listen"]);
const tooLong = {
  jsonrpc: "2.0",
  id: null,
  error: { code: -32602, message: `What a client says of itself is longer than ${longestIntroduction / 1024} kB.` },
};
const tooManySessions = {
  jsonrpc: "2.0",
  id: null,
  error: { code: -32000, message: "Too many clients are connected. Try again later." },
};
const unknownSession = { jsonrpc: "2.0", id: null, error: { code: -32001, message: "Session not found" } };

/** How the SDK hands a request's key through to where the request is served. */
function authInfoOf(holder: KeyHolder): AuthInfo {
  return { token: "", clientId: holder.key.id, scopes: [], extra: { holder } };
}

function holderIn(authInfo: AuthInfo | undefined): KeyHolder {
  const holder = authInfo?.extra?.["holder"];
  if (holder === undefined) throw new Error("A request came without its key.");
  // `authInfoOf` put it there.
  return holder as KeyHolder;
}

function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | null = null;
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    }));
}
