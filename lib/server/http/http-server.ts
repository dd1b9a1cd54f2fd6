import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Access } from "#lib/server/settings/access.ts";
import { FairTurns, onBehalfOf } from "#lib/store/engine/fair-turns.ts";
import { BoundedRequest, mostHeaders, refusesUnreadable } from "./bounded-request.ts";
import { addressOf, type FoundRoute, findRoutes } from "./api-routes.ts";
import type { Log } from "#lib/server/observe/log.ts";
import { toAddress } from "./other-names.ts";
import { Newcomers } from "./newcomers.ts";
import { OpenConnections } from "./open-connections.ts";
import { mostStreams } from "./open-streams.ts";
import { problemOf, problemType } from "./problem.ts";
import { endWhenIdle } from "./end-when-idle.ts";
import { contentSecurityPolicy, securityHeadersOf } from "./security-headers.ts";
import { UnreadAnswers } from "./unread-answers.ts";

/** Answers the requests that pass, by a route or else by Next; calls `waits` once an answer only waits for what happens. */
export type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  route: FoundRoute | null,
  waits: () => void,
) => Promise<void> | void;

type Answering = (request: IncomingMessage, response: ServerResponse) => void;

type Options = {
  access: Access;
  mode: "production" | "development";
  handle: Handler;
  /**
   * Whether Next reads a request at little cost and would not fail on it. What Next fails on it logs, as often as
   * anybody likes (THREATS G16: full disks).
   */
  canRead: (request: IncomingMessage) => boolean;
  /** Whose turn a request waits for at the store. */
  lineOf: (request: Pick<IncomingMessage, "headers">) => string;
  /** Handles web sockets; null where there are none. */
  upgrade: ((request: IncomingMessage, socket: Duplex, head: Buffer) => void) | null;
  log: Log;
};

/**
 * Proxies keep idle connections for up to two minutes. This side must not close first: a request sent in that moment is
 * lost, and no proxy may repeat it.
 */
const longerThanProxies = 130_000;

/** A client that reads nothing for so long is cut off; streams send a keep-alive every fifteen seconds. */
const mostSilentMs = 120_000;
/** Sockets and files are shared by everybody, and a process has a limited number. */
const mostConnections = mostStreams + 2_000;

/**
 * Requests that are worked on at once. Each takes the processor for a while and nothing else runs meanwhile: hundreds
 * together would hold up every answer, sweep and lease for as long as a lease lasts. Pages take the longest. Built files
 * and the looks of a proxy, which comes as a stranger, wait behind nothing else.
 */
const mostAtOnce = { page: 8, route: 16, file: 16, probe: 16 };
/** Of one caller: what they ask for may keep the processor for as long as a large chat takes. */
const mostOfOne = 4;
const turnWithinMs = 2_000;
type Kind = keyof typeof mostAtOnce;
/** What one caller's clients may leave unread. */
const mostUnreadBytes = 64 * 1024 * 1024;

/**
 * Headers by which a proxy speaks for its client: we trust no proxy, and Next would believe them. And those that ask for
 * a file on conditions, or for a part of it: nobody has to heed them, and Next answers 500 where they do not hold.
 */
const unheard = /^(forwarded|x-forwarded-(for|host|port|proto)|if-(match|range|unmodified-since)|range)$/;

/**
 * The server in front of Next. Answers only to its own names, for every path including static files (THREATS B5:
 * foreign host names); redirects other loopback names to the one that holds the session; sets the security headers on
 * every answer. Not listening yet.
 */
export function httpServer({ access, mode, handle, canRead, lineOf, upgrade, log }: Options): Server {
  // A client must send its headers and its body in time (THREATS G7: slow and endless clients); answers may take any
  // time.
  const limits = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 2_000 };
  const keepAliveTimeout = access.publicHost === null ? 5_000 : longerThanProxies;
  const find = findRoutes();
  const turns = {
    page: new FairTurns(mostAtOnce.page, mostOfOne),
    route: new FairTurns(mostAtOnce.route, mostOfOne),
    file: new FairTurns(mostAtOnce.file),
    probe: new FairTurns(mostAtOnce.probe),
  };
  const beginnings = new FairTurns(1);
  const newcomers = new Newcomers();
  const unread = new UnreadAnswers(mostUnreadBytes);
  const connections = new OpenConnections();

  /** Hands a request over when it is its caller's turn (THREATS G23: floods of one person). */
  async function handleInTurn(
    request: IncomingMessage,
    response: ServerResponse,
    route: FoundRoute | null,
  ): Promise<void> {
    const kind = kindOf(request, route);
    const end = await turns[kind].take(turnWithinMs).catch(() => null);
    if (end === null) return refuse(response, 503, "Too much is asked at once. Try again in a moment.");
    // Requests that came meanwhile are read first, so that the queues know who waits; then one begins in a turn.
    await newcomers.in();
    setImmediate(await beginnings.take());
    const over = endWhenIdle(end);
    try {
      if (response.destroyed) return;
      unread.makeRoomFor(response);
      await handle(request, response, route, over);
    } finally {
      over();
    }
  }

  const answer: Answering = (request, response) => {
    for (const [name, value] of Object.entries(securityHeadersOf(access))) response.setHeader(name, value);
    const policy = contentSecurityPolicy({ mode, host: request.headers.host, access });
    response.setHeader("content-security-policy", policy);
    // Next reads the nonce for its own scripts from this header.
    request.headers["content-security-policy"] = policy;
    for (const name of Object.keys(request.headers)) if (unheard.test(name)) delete request.headers[name];

    const { host = "" } = request.headers;
    if (host === "" && request.httpVersion === "1.1") return refuse(response, 400, "The request names no host.");
    if (!access.hosts.has(host)) return refuse(response, 421, "This address is not one that the app answers to.");
    if (!request.url?.startsWith("/")) return refuse(response, 400, "The request target is not a path.");
    // From here on it is the other address: with the same guard, turns and limits.
    toAddress(request);
    const address = addressOf(request);
    if (address === null && !canRead(request))
      return refuse(response, 400, "The request is not one that a page of ours sends.");
    // Next would take any unsafe method for a server action, of which there are none.
    if (address === null && mode === "production" && !isRead(request)) {
      response.setHeader("allow", "GET, HEAD");
      return refuse(response, 405, "This address can only be read.");
    }
    const route = address === null ? null : find(address);
    if (address !== null && route === null)
      return refuse(response, 404, "The API has no such address. GET /api/openapi.json says which it has.");
    if (route !== null && !route.methods.includes(request.method ?? "")) {
      response.setHeader("allow", route.methods.join(", "));
      return refuse(response, 405, `This address answers ${route.methods.join(", ")}, and no other method.`);
    }
    if (isPageUnderAnotherName(request, access)) {
      response.writeHead(307, { location: access.origin + request.url, "cache-control": "no-store" }).end();
      return;
    }
    // Pages have no guard, and what they ask of the store is not the app's own work.
    const line = lineOf(request);
    connections.asks(request.socket, line);
    onBehalfOf(line, () => handleInTurn(request, response, route)).catch((error: unknown) => {
      // Without the address: it may hold a secret.
      log.error("request.failed", { method: request.method, path: pathOf(request), error });
      if (response.headersSent) response.destroy();
      else refuse(response, 500, "Something went wrong here. The log has the details.");
    });
  };
  // Other protocols are offered by clients that read HTTP as well.
  const shouldUpgradeCallback = (request: IncomingMessage) => /^websocket$/i.test(request.headers.upgrade ?? "");
  // Requests without a host, and those that expect what nobody knows, Node would answer itself, however many there are.
  const bounds = { maxHeaderSize: 16 * 1024, requireHostHeader: false, IncomingMessage: BoundedRequest };
  const listener = inTurn(answer);
  const server = createServer({ ...limits, ...bounds, keepAliveTimeout, shouldUpgradeCallback }, listener);
  server.on("checkExpectation", listener);
  Object.assign(server, { maxConnections: mostConnections, maxHeadersCount: mostHeaders });
  server.on("connection", (socket) => {
    newcomers.came();
    connections.came(socket);
  });
  // At the limit, idle connections make room.
  server.on("drop", () => server.closeIdleConnections());
  // In development the first answer of a page waits until the page is compiled.
  if (mode === "production") server.timeout = mostSilentMs;
  server.on("upgrade", (request, socket, head) => {
    const { host = "", origin } = request.headers;
    const ours = access.hosts.has(host) && origin !== undefined && access.origins.has(origin);
    if (upgrade === null || !ours || BoundedRequest.ahead.has(socket)) socket.destroy();
    else upgrade(request, socket, head);
  });
  return refusesUnreadable(server);
}

/**
 * Answers the requests of one connection one after another. Node would hand over pipelined requests all at once, and
 * forgets those that still wait when the connection ends: their files would stay open for ever (THREATS G7: slow and
 * endless clients). One request may be sent ahead, which no browser and no proxy does; a second one ends the
 * connection.
 */
function inTurn(answer: Answering): Answering {
  return (request, response) => {
    const { socket } = request;
    // What is unread would stand in the way of the connection's next request. Node would drop it, and count nothing.
    response.prependOnceListener("finish", () => request.resume());
    if (response.socket !== null) return answer(request, response);
    BoundedRequest.ahead.add(socket);
    response.once("socket", () => {
      BoundedRequest.ahead.delete(socket);
      // Node is still handing the request over.
      queueMicrotask(() => {
        if (!socket.destroyed) answer(request, response);
      });
    });
  };
}

/** The path as it was sent, without its query. */
function pathOf({ url = "" }: IncomingMessage): string {
  return url.split("?", 1)[0] ?? "";
}

const probes = new Set(["/api/ready", "/api/health"]);

function kindOf({ url = "" }: IncomingMessage, route: FoundRoute | null): Kind {
  if (route !== null) return probes.has(route.path) ? "probe" : "route";
  return URL.parse(`http://localhost${url}`)?.pathname.startsWith("/_next/static/") === true ? "file" : "page";
}

function isRead({ method }: Pick<IncomingMessage, "method">): boolean {
  return method === "GET" || method === "HEAD";
}

/** A session belongs to one host name: a browser that opens localhost would look signed out. */
function isPageUnderAnotherName(
  { headers, method, url = "" }: IncomingMessage,
  { origin, hosts, publicHost }: Access,
): boolean {
  const host = headers.host ?? "";
  const loopback = [...hosts].filter((name) => /^(127\.|localhost|\[::1\])/.test(name));
  if (!loopback.includes(host) || `http://${host}` === origin || host === publicHost) return false;
  if (!isRead({ method })) return false;
  return !url.startsWith("/api/") && !url.startsWith("/_next/") && (headers.accept ?? "").includes("text/html");
}

const statusCodes = {
  400: "bad-request",
  404: "not-found",
  405: "method-not-allowed",
  421: "wrong-host",
  500: "internal",
  503: "unavailable",
} as const;

function refuse(response: ServerResponse, status: keyof typeof statusCodes, message: string): void {
  const headers = { "content-type": problemType, "cache-control": "no-store" };
  // Who only came at a bad time keeps the connection: to make them anew is work too.
  response.writeHead(status, status === 503 ? headers : { ...headers, connection: "close" });
  response.end(JSON.stringify(problemOf(statusCodes[status], message)));
}
