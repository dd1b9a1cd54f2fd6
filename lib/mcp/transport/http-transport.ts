import { InsufficientScopeError, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Allowance } from "./allowance.ts";
import { hasEvents } from "./capped-fetch.ts";
import { FewAtOnce } from "./few-at-once.ts";
import type { FloodGuard } from "./flood-guard.ts";
import { currentCall } from "./in-flight-call.ts";
import { shownScope, SignInNeeded } from "#lib/mcp/config/sign-in-needed.ts";
import { isAnswered } from "./is-answered.ts";

type Message = Parameters<StreamableHTTPClientTransport["send"]>[0];
type SendOptions = Parameters<StreamableHTTPClientTransport["send"]>[1];
type Options = NonNullable<ConstructorParameters<typeof StreamableHTTPClientTransport>[1]>;

/** Streams that a server ends again and again are reopened once a second. */
const reopening = { burst: 10, perSecond: 1 };
/** Messages without an answer that are sent at once: each is a request of its own. */
const maxSending = 4;
/** Node fires a timer that is too long at once. */
const maxReopenMs = 60_000;

/**
 * Streamable HTTP that ties a call's response stream to the call. When the stream ends without an answer, the call ends
 * too (the SDK would wait for its timeout); when the call is over, the stream is closed (in the older revisions the SDK
 * leaves it open, and an endless answer would keep arriving). The guard may end the transport.
 */
export class HttpTransport extends StreamableHTTPClientTransport {
  readonly #guard: FloodGuard;
  readonly #signsIn: boolean;
  readonly #sending = new FewAtOnce(maxSending);

  constructor(url: URL, guard: FloodGuard, { fetch = globalThis.fetch, ...options }: Options) {
    const reopened = new Allowance(reopening);
    super(url, {
      ...options,
      // The SDK would read whatever a GET is answered as events, which were not measured as such.
      fetch: async (to, init) => {
        const response = await fetch(to, init);
        if (init?.method !== "GET" || !response.ok || hasEvents(response)) return response;
        await response.body?.cancel();
        return new Response(null, { status: 405 });
      },
      // The server chooses the delay, `retry: 0` included.
      reconnectionScheduler: (reopen, saidMs) => {
        const waitMs = Math.max(Math.min(saidMs, maxReopenMs), reopened.take(1));
        const timer = setTimeout(reopen, waitMs);
        return () => clearTimeout(timer);
      },
    });
    this.#guard = guard;
    this.#signsIn = options.authProvider !== undefined;
    guard.over.addEventListener("abort", () => this.#drop(), { once: true });
  }

  override async send(message: Message, options?: SendOptions): Promise<void> {
    try {
      await this.#send(message, options);
    } catch (error) {
      // A person with a token can ask for more rights; a header that the owner wrote cannot be extended.
      if (error instanceof InsufficientScopeError && this.#signsIn)
        throw new SignInNeeded(shownScope(error.requiredScope));
      throw error;
    }
  }

  async #send(message: Message, options?: SendOptions): Promise<void> {
    if (!Array.isArray(message) && !isAnswered(message))
      return this.#guard.answer(() => this.#sending.run(() => super.send(message, options)));
    this.#guard.expectAnswer();
    const call = currentCall.getStore();
    if (call === undefined || Array.isArray(message) || !("method" in message) || message.method !== "tools/call")
      return super.send(message, options);
    const given = options?.requestSignal;
    return super.send(message, {
      ...options,
      requestSignal: given === undefined ? call.over : AbortSignal.any([given, call.over]),
      // The answer may be in the stream's last bytes; it is delivered before the next turn of the event loop.
      onRequestStreamEnd: () => setImmediate(() => call.streamEnded("the connection was closed")),
    });
  }

  #drop(): void {
    this.onerror?.(this.#guard.over.reason as Error);
    void this.close();
  }
}
