import { randomUUID } from "node:crypto";
import {
  isInitializeRequest,
  isJSONRPCNotification,
  isJSONRPCRequest,
  PROTOCOL_VERSION_META_KEY,
  StreamableHTTPClientTransport,
  type JSONRPCMessage,
  type JSONRPCNotification,
  type JSONRPCRequest,
} from "@modelcontextprotocol/client";
import type { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { Allowance } from "#lib/mcp/transport/allowance.ts";
import { answerFor, isUnknownSession, lossOf, problemOf, type Problem } from "./answer-for.ts";
import type { Reached } from "./reach-app.ts";
import { say } from "./say.ts";

type Id = JSONRPCRequest["id"];
/** `on` is null while it waits for a new session. */
type Under = { request: JSONRPCRequest; on: Upstream | null; cut: AbortController };
/** A connection to the app: in the old era one session of it. `id` tells the questions of different sessions apart. */
type Upstream = { id: string; transport: StreamableHTTPClientTransport };

const lastWordsMs = 2_000;
/** Looks for the app again and again, at most so far apart, as long as the client is there. */
const reconnecting = {
  initialReconnectionDelay: 1_000,
  maxReconnectionDelay: 30_000,
  reconnectionDelayGrowFactor: 2,
  maxRetries: Number.MAX_SAFE_INTEGER,
};
/** For sessions that the app forgets at once, as behind a proxy that asks another instance. Each is heard of twice. */
const reopening = { burst: 10, perSecond: 0.2 };

/**
 * Passes the messages of one MCP client on stdio to the app and back. Every request is answered once, by the app or with
 * an error in words. A request that may have arrived is never sent again.
 */
export class StdioForwarder {
  readonly #client: StdioServerTransport;
  readonly #app: Reached;
  readonly #underWay = new Map<Id, Under>();
  /** Questions of the app that the client has not answered, by the ids under which it knows them. */
  readonly #asked = new Map<Id, { on: Upstream; id: Id }>();
  /** For the new era, which has no sessions; and for a client that has not begun one. */
  readonly #plain: Upstream;
  #session: Upstream | null = null;
  #hello: JSONRPCRequest | null = null;
  #reopening: Promise<Upstream> | null = null;
  readonly #unasked = new Allowance(reopening);
  #isClosed = false;

  constructor(client: StdioServerTransport, app: Reached) {
    this.#client = client;
    this.#app = app;
    this.#plain = this.#connect();
  }

  async start(onClose: () => void): Promise<void> {
    await this.#plain.transport.start();
    this.#client.onmessage = (message) => void this.#fromClient(message).catch(say);
    this.#client.onerror = say;
    this.#client.onclose = onClose;
    await this.#client.start();
  }

  /** Ends what is under way: the app stops the calls of a client that is gone. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const ended = this.#session?.transport.terminateSession().catch(() => {});
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, lastWordsMs).unref())]);
    await Promise.all([this.#plain.transport.close(), this.#session?.transport.close()]);
  }

  #connect(): Upstream {
    const { address, headers } = this.#app;
    const transport = new StreamableHTTPClientTransport(address, {
      requestInit: { headers },
      reconnectionOptions: reconnecting,
    });
    const upstream = { id: randomUUID(), transport };
    transport.onmessage = (message) => this.#fromApp(upstream, message);
    return upstream;
  }

  async #fromClient(message: JSONRPCMessage): Promise<void> {
    if (isJSONRPCRequest(message)) return this.#request(message);
    if (isJSONRPCNotification(message)) return this.#notify(message);
    const asked = message.id === undefined ? undefined : this.#asked.get(message.id);
    // Its question is gone, and must not be taken for the answer to another one.
    if (asked === undefined) return say("An answer of the client came too late.");
    this.#asked.delete(message.id ?? "");
    await asked.on.transport.send({ ...message, id: asked.id });
  }

  async #request(request: JSONRPCRequest): Promise<void> {
    const { id } = request;
    if (this.#underWay.has(id)) return this.#refuse(id, problemOf("A request with this id is under way."));
    if (isInitializeRequest(request)) {
      this.#hello = request;
      this.#drop();
      this.#session = await this.#opened();
    }
    const isModern = typeof request.params?._meta?.[PROTOCOL_VERSION_META_KEY] === "string";
    const on = (isModern ? null : this.#session) ?? this.#plain;
    const under: Under = { request, on, cut: new AbortController() };
    this.#underWay.set(id, under);
    try {
      try {
        await this.#send(on, under);
      } catch (error) {
        if (on === this.#plain || !isUnknownSession(error) || isInitializeRequest(request)) throw error;
        under.on = null;
        // The app does not know the session, so it has not begun this.
        const again = await this.#reopened(on);
        under.on = again;
        if (this.#isUnderWay(under)) await this.#send(again, under);
      }
    } catch (error) {
      if (this.#isUnderWay(under)) this.#fail(under, error);
    }
  }

  #send({ transport }: Upstream, under: Under): Promise<void> {
    const onRequestStreamEnd = () => {
      if (this.#isUnderWay(under)) this.#lose(under);
    };
    return transport.send(under.request, { requestSignal: under.cut.signal, onRequestStreamEnd });
  }

  /** Neither answered nor cancelled. */
  #isUnderWay(under: Under): boolean {
    return this.#underWay.get(under.request.id) === under;
  }

  async #notify(notification: JSONRPCNotification): Promise<void> {
    const on = this.#session ?? this.#plain;
    if (notification.method === "notifications/cancelled") {
      const id = notification.params?.["requestId"] as Id | undefined;
      const under = id === undefined ? undefined : this.#underWay.get(id);
      if (id === undefined || under === undefined) return;
      this.#underWay.delete(id);
      // In the new era the end of the stream says it; the old one wants it said.
      if (under.on !== null && under.on !== this.#plain) await under.on.transport.send(notification).catch(say);
      under.cut.abort();
      return;
    }
    await on.transport.send(notification).catch(say);
  }

  #fromApp(on: Upstream, message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message)) {
      const id = `${on.id}/${message.id}`;
      this.#asked.set(id, { on, id: message.id });
      this.#toClient({ ...message, id });
    } else if (isJSONRPCNotification(message)) {
      this.#toClient(message.method === "notifications/cancelled" ? this.#takenBack(on, message) : message);
    } else if (message.id !== undefined && this.#underWay.get(message.id)?.on === on) {
      this.#underWay.delete(message.id);
      if (on === this.#session && this.#hello?.id === message.id) speakAs(on, message);
      this.#toClient(message);
    }
  }

  #takenBack(on: Upstream, { params, ...rest }: JSONRPCNotification): JSONRPCNotification {
    const requestId = `${on.id}/${String(params?.["requestId"])}`;
    this.#asked.delete(requestId);
    return { ...rest, params: { ...params, requestId } };
  }

  async #opened(): Promise<Upstream> {
    const on = this.#connect();
    on.transport.onerror = (error) => {
      if (this.#session !== on || !isUnknownSession(error)) return;
      setTimeout(() => void this.#reopened(on).catch(say), this.#unasked.take(1)).unref();
    };
    await on.transport.start();
    return on;
  }

  /** A new session in place of one that the app has lost, as the client began it. */
  #reopened(lost: Upstream): Promise<Upstream> {
    if (this.#session !== lost && this.#session !== null) return Promise.resolve(this.#session);
    return (this.#reopening ??= this.#reopen().finally(() => (this.#reopening = null)));
  }

  async #reopen(): Promise<Upstream> {
    const on = await this.#opened();
    const greeted = Promise.withResolvers<void>();
    on.transport.onmessage = (message) => {
      speakAs(on, message);
      greeted.resolve();
    };
    const onRequestStreamEnd = () => greeted.reject(new Error("The app began no new session."));
    const hello = { ...this.#hello, jsonrpc: "2.0" as const, id: on.id, method: "initialize" };
    await on.transport.send(hello, { onRequestStreamEnd });
    await greeted.promise;
    on.transport.onmessage = (message) => this.#fromApp(on, message);
    await on.transport.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    this.#drop();
    this.#session = on;
    // What is on offer may have changed meanwhile.
    this.#toClient({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
    return on;
  }

  /** Ends the session, and with it what waits for its answers. */
  #drop(): void {
    const on = this.#session;
    if (on === null) return;
    this.#session = null;
    for (const under of this.#underWay.values()) {
      if (under.on === on) this.#lose(under);
    }
    for (const [requestId, asked] of this.#asked) {
      if (asked.on !== on) continue;
      this.#asked.delete(requestId);
      this.#toClient({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });
    }
    on.transport.close().catch(say);
  }

  #lose({ request }: Under): void {
    this.#underWay.delete(request.id);
    this.#refuse(request.id, lossOf(request));
  }

  #fail(under: Under, error: unknown): void {
    const { id } = under.request;
    this.#underWay.delete(id);
    this.#refuse(id, answerFor(error, this.#app.address.origin) ?? lossOf(under.request));
  }

  #refuse(id: Id, error: Problem): void {
    say(error.message);
    this.#toClient({ jsonrpc: "2.0", id, error });
  }

  #toClient(message: JSONRPCMessage): void {
    this.#client.send(message).catch(say);
  }
}

/** Goes on in the revision of the protocol that the app chose. */
function speakAs({ transport }: Upstream, message: JSONRPCMessage): void {
  const version = "result" in message ? message.result["protocolVersion"] : undefined;
  if (typeof version === "string") transport.setProtocolVersion(version);
}
