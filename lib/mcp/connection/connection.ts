import { Client, SdkError, SdkErrorCode } from "@modelcontextprotocol/client";
import { maskOf, type Mask } from "#lib/audit/mask.ts";
import { answerElicitation } from "./answer-elicitation.ts";
import { CallRouter } from "./call-router.ts";
import { callsItself, type CallsItself } from "./calls-itself.ts";
import { checkHealth } from "./check-health.ts";
import type { ConnectionDeps, ConnectionEvents } from "./connection-deps.ts";
import type { ServerConfig } from "#lib/mcp/config/config.ts";
import { describeProblem } from "#lib/mcp/config/describe-problem.ts";
import { maskOfSent, secretsOf } from "#lib/mcp/config/secrets-of.ts";
import { Flooded } from "#lib/mcp/transport/flood-guard.ts";
import { isAnswered } from "#lib/mcp/transport/is-answered.ts";
import { mendContent } from "./mend-content.ts";
import { hearNotices } from "./hear-notices.ts";
import { listen, type AnnouncedList } from "./listen.ts";
import { ListingSize } from "#lib/mcp/definitions/listing-size.ts";
import { TooLarge } from "#lib/mcp/transport/program-transport.ts";
import { mendList, type LeftOut } from "#lib/mcp/definitions/mend-list.ts";
import { readInstructions, type ServerInstructions } from "#lib/mcp/definitions/server-instructions.ts";
import { extensionsFor, leaving, mendTask } from "#lib/mcp/transport/tasks-on-the-wire.ts";
import { quieted } from "#lib/mcp/transport/quieted.ts";
import { readDefinitions, type Definitions } from "#lib/mcp/definitions/tool-definitions.ts";
import { signInNeededIn } from "#lib/mcp/config/sign-in-needed.ts";
import { tokensFor } from "#lib/mcp/sign-in/tokens-for.ts";
import { signInMs, withinStart } from "./within-start.ts";
import { wireTo } from "#lib/mcp/transport/wire.ts";

/** A tool list and its `ttlMs`; null where the server gives none. */
export type ToolList = Definitions & { ttlMs: number | null };

/** An open connection to one server. Its functions reject with a sentence for the owner. */
export type Connection = {
  client: Client;
  router: CallRouter;
  pages: ConnectionDeps["pages"];
  /** Hides what the server was given, and the tokens that its requests carried lately: nothing may repeat them. */
  mask: () => Mask;
  listTools: () => Promise<ToolList>;
  /** Instructions from its handshake. */
  instructions: ServerInstructions | null;
  callsItself: CallsItself | null;
  /** Since when no announced change of tools can have been missed, by `performance.now()`; null: one may be. */
  heardSince: () => number | null;
  /** Rejects when the server does not answer. */
  checkHealth: () => Promise<void>;
  /** Aborts when the connection is over. */
  closing: AbortSignal;
  /** Ends the child process or the session; calls in flight end with it. Never rejects. */
  close: () => Promise<void>;
};

const clientInfo = { name: "countersign", version: "0.1.0" };
/** `npx` may have to download a program before the program can answer. */
const startTimeoutMs = { stdio: 60_000, http: 20_000 };
const webProbeMs = 15_000;
const listTimeoutMs = 30_000;

/**
 * Connects with the newest protocol that both sides speak. Rejects with a sentence for the owner. `signal` only aborts
 * connecting; `close` ends an open connection.
 */
export async function openConnection(
  config: ServerConfig,
  deps: ConnectionDeps,
  events: ConnectionEvents,
  signal: AbortSignal,
): Promise<Connection> {
  const { manners } = deps;
  const known = manners.isOld && config.era === "auto" ? { ...config, era: "legacy" as const } : config;
  const first = await tryToConnect(known, deps, events, signal);
  if ("connection" in first) return first.connection;
  // The server may be another version by now, so it is asked again.
  manners.isOld = false;
  // Some older programs exit at any request before their own handshake; we do not probe these for the newer protocol.
  const mayBeOlder = config.transport.kind === "stdio" && known.era === "auto" && !signal.aborted;
  const endedWhenAsked = first.error instanceof SdkError && first.error.code === SdkErrorCode.EraNegotiationFailed;
  if (!mayBeOlder || !endedWhenAsked) throw described(first, config);
  const second = await tryToConnect({ ...config, era: "legacy" }, deps, events, signal);
  if ("connection" in second) {
    manners.isOld = true;
    return second.connection;
  }
  throw described(second, config);
}

/** `sent`: tokens that it was sent. */
type Failure = { error: unknown; lastWords: string | null; sent: readonly string[] };

/** What a server says of a failure may repeat what it was given (THREATS C12, H3: keys in no message). */
function described({ error, lastWords, sent }: Failure, config: ServerConfig): Error {
  if (error instanceof Flooded) return error;
  const needed = signInNeededIn(error);
  if (needed !== null) return needed;
  const mask = maskOf([...secretsOf(config), ...sent]);
  const sentence = describeProblem(error, config.transport, { lastWords, mask });
  // The log writes causes, and knows the secrets of configurations alone.
  return sent.length > 0 ? new Error(sentence) : new Error(sentence, { cause: error });
}

async function tryToConnect(
  config: ServerConfig,
  deps: ConnectionDeps,
  events: ConnectionEvents,
  signal: AbortSignal,
): Promise<{ connection: Connection } | Failure> {
  const { kind } = config.transport;
  const { manners, timing } = deps;
  const probeMs = kind === "stdio" ? timing.probeMs : webProbeMs;
  const log = quieted(deps.log, () => deps.log.warn("tool-server.log-muted", { server: config.id }));
  const router = new CallRouter(manners);
  const { signIns, wantsSignIn: needed = () => {}, personId = null, resolver } = deps;
  const tokens = tokensFor(config, { signIns, personId, needed, resolver });
  let waitsForPerson = false;
  const asksToSignIn = (link: string) => {
    waitsForPerson = true;
    deps.asksToSignIn?.(link);
  };
  const wire = wireTo(config, { ...deps, tokens, asksToSignIn });
  const secrets = () => tokens?.secrets ?? [];
  const failed = (error: unknown): Failure => ({
    error: wire.guard.flooded ?? error,
    lastWords: wire.lastWords(),
    sent: secrets(),
  });
  const client = new Client(clientInfo, {
    versionNegotiation: {
      mode: config.era === "modern" ? { pin: "2026-07-28" } : config.era,
      probe: { timeoutMs: probeMs },
    },
    capabilities: { elicitation: { form: {}, url: {} }, extensions: extensionsFor(config.apps === true) },
    inputRequired: { autoFulfill: false },
  });
  const send = wire.transport.send.bind(wire.transport);
  wire.transport.send = (message, how) => send(leaving(message), how);
  const closing = new AbortController();
  let isOpen = false;
  let listing: { size: ListingSize; tooLong: AbortController; leftOut: LeftOut[] } | null = null;
  let hasAnsweredProbe = false;
  const { keepAliveMs } = timing;
  const mask = maskOfSent(config, tokens);
  client.fallbackRequestHandler = answerElicitation({ router, log, serverId: config.id, mask, keepAliveMs });
  hearNotices(client, { serverId: config.id, personId, mask, ...deps, toolsChanged: events.toolsChanged });
  // The SDK calls it before it handles a message, and drops a message for which it throws.
  wire.transport.onmessage = (message) => {
    if ("method" in message && isAnswered(message)) wire.guard.request();
    if (!("method" in message) && message.id !== undefined) {
      router.answered(message.id);
      // A late answer to the probe: the server is slow, and understands it.
      hasAnsweredProbe ||= String(message.id).startsWith("server-discover-probe");
    }
    const problem = listing?.size.add(message) ?? null;
    if (problem === null) {
      mendTask(message, client.getProtocolEra());
      mendContent(message, mask);
      const leftOut = mendList(message, { era: client.getProtocolEra(), kind, mask });
      listing?.leftOut.push(...leftOut.filter(({ list }) => list === "tools"));
      // What is left out of other lists is only logged.
      const [other] = leftOut.filter(({ list }) => list !== "tools");
      if (other !== undefined)
        log.info("tool-server.left-out", { server: config.id, problem: other.sentence, entries: leftOut.length });
      return;
    }
    listing?.tooLong.abort(new Error(problem));
    throw new Error(problem);
  };
  wire.guard.over.addEventListener("abort", () => {
    const why = wire.guard.over.reason as Flooded;
    router.endAll(why.short);
    if (isOpen) events.lost(why);
  });
  client.onerror = (error) => {
    const said = mask().head(error.message, 500);
    log.info("tool-server.connection-error", { server: config.id, error: said });
    if (error instanceof TooLarge) router.endAll(error.message);
    // The SDK's only sign that it gave up an older web server's own stream.
    if (isOpen && error.message.startsWith("Maximum reconnection attempts")) events.lost("its event stream broke");
  };
  client.onclose = () => {
    if (isOpen && !closing.signal.aborted)
      events.lost(wire.guard.flooded ?? wire.lastWords() ?? "the connection was closed");
    closing.abort();
  };
  const close = async () => {
    closing.abort();
    await wire.endSession();
    await client.close();
    await wire.release();
  };
  // During its probe of the protocol the SDK ignores the signal; only closing the transport ends it.
  const abandon = () => void wire.transport.close();
  signal.addEventListener("abort", abandon, { once: true });
  const askedAt = performance.now();
  try {
    signal.throwIfAborted();
    const startMs = startTimeoutMs[kind];
    const timeout = kind === "stdio" ? signInMs : startMs;
    const starting = client.connect(wire.transport, { timeout });
    await withinStart(starting, { startMs, waitsForPerson: () => waitsForPerson });
  } catch (error) {
    await close();
    return failed(error);
  } finally {
    signal.removeEventListener("abort", abandon);
  }
  isOpen = true;
  const isModern = client.getProtocolEra() === "modern";
  if (kind === "stdio" && config.era === "auto" && !isModern && !hasAnsweredProbe)
    manners.isOld ||= !waitsForPerson && performance.now() - askedAt >= probeMs;
  const missed = (list: AnnouncedList) =>
    list === "tools" ? events.toolsChanged() : deps.sourcesChanged(config.id, list);
  const { suspect } = events;
  const heardSince = listen(client, { missed, suspect, heardSince: wire.heardSince }, closing.signal);
  const { instructions, problems } = readInstructions(client.getInstructions(), config.identity, mask());
  const listTools = async () => {
    if (client.getServerCapabilities()?.tools === undefined) return { definitions: new Map(), problems, ttlMs: null };
    const tooLong = new AbortController();
    const leftOut: LeftOut[] = [];
    listing = { size: new ListingSize(), tooLong, leftOut };
    try {
      const how = { cacheMode: "refresh", timeout: listTimeoutMs, signal: tooLong.signal } as const;
      const { tools, ttlMs } = await client.listTools(undefined, how);
      const read = await readDefinitions(tools, config.identity, mask(), leftOut);
      const all = [...problems, ...read.problems];
      return { ...read, problems: all, ttlMs: isModern && typeof ttlMs === "number" ? Math.max(0, ttlMs) : null };
    } catch (error) {
      throw described(failed(tooLong.signal.aborted ? tooLong.signal.reason : error), config);
    } finally {
      listing = null;
    }
  };
  const health = () => checkHealth(client, manners, timing.pingMs);
  return {
    connection: {
      client,
      router,
      pages: deps.pages,
      mask,
      listTools,
      instructions,
      callsItself: callsItself(client, mask()),
      heardSince,
      checkHealth: health,
      closing: closing.signal,
      close,
    },
  };
}
