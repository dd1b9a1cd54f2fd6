import {
  extractWWWAuthenticateParams,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SSEClientTransport,
  SseError,
} from "@modelcontextprotocol/client";
import { FewAtOnce } from "./few-at-once.ts";
import type { FloodGuard } from "./flood-guard.ts";
import { currentCall } from "./in-flight-call.ts";
import { isAnswered } from "./is-answered.ts";
import { shownScope, SignInNeeded } from "#lib/mcp/config/sign-in-needed.ts";

type Message = Parameters<SSEClientTransport["send"]>[0];
type Options = NonNullable<ConstructorParameters<typeof SSEClientTransport>[1]>;
type Fetch = NonNullable<Options["fetch"]>;

/** How long the server may take to say where messages go to, and to take one that it does not answer, ms. */
const startMs = 20_000;
const takeMs = 30_000;
/** Messages without an answer that are sent at once: each is a request of its own. */
const maxSending = 4;

/**
 * HTTP+SSE of revision 2024-11-05: one stream carries everything that the server says, and messages to it are requests
 * of their own. When the stream ends, the connection is over: the SDK would open another one, whose session knows
 * nothing of this one. The guard may end the transport.
 */
export class SseTransport extends SSEClientTransport {
  readonly #guard: FloodGuard;
  readonly #sending = new FewAtOnce(maxSending);
  readonly #over: AbortController;
  #hasStarted = false;

  constructor(url: URL, guard: FloodGuard, { fetch = globalThis.fetch, ...options }: Options) {
    const over = new AbortController();
    const signsIn = options.authProvider !== undefined;
    super(url, {
      ...options,
      fetch: (to, init) => (init?.method === "POST" ? post(fetch, to, { ...init, signsIn }) : open(to, init)),
    });
    let cause: unknown = null;
    const open: Fetch = async (to, init) => {
      try {
        return await fetch(to, init);
      } catch (error) {
        // The later error of the stream does not say why it failed.
        cause = error;
        throw error;
      }
    };
    this.#over = over;
    this.#guard = guard;
    this.onerror = (error) => {
      if (error instanceof SseError || !this.#hasStarted) this.#end(cause ?? error);
    };
    guard.over.addEventListener("abort", () => this.#end(guard.over.reason), { once: true });
  }

  /** Resolves when the server has said where messages go to. */
  override async start(): Promise<void> {
    const late = setTimeout(() => this.#end(new SdkError(SdkErrorCode.RequestTimeout, "It said no address.")), startMs);
    const started = super.start();
    // `#end` has the reason; nobody may wait for this promise by then.
    started.catch(() => {});
    try {
      await Promise.race([started, ended(this.#over.signal)]);
      this.#hasStarted = true;
    } catch (error) {
      throw this.#over.signal.aborted ? this.#over.signal.reason : error;
    } finally {
      clearTimeout(late);
    }
  }

  override async send(message: Message): Promise<void> {
    if (!isAnswered(message)) return this.#guard.answer(() => this.#sending.run(() => super.send(message)));
    const call = currentCall.getStore();
    if (call !== undefined && "id" in message && message.id !== undefined) call.requestId = message.id;
    this.#guard.expectAnswer();
    return super.send(message);
  }

  override async close(): Promise<void> {
    if (!this.#over.signal.aborted) this.#over.abort(new SdkError(SdkErrorCode.ConnectionClosed, "It was closed."));
    await super.close();
  }

  #end(why: unknown): void {
    if (this.#over.signal.aborted) return;
    this.#over.abort(why);
    void this.close();
  }
}

function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}

type Posted = RequestInit & { signsIn: boolean };

/** Sends one message. What the answer holds is not read: what the server has to say comes on its stream. */
async function post(fetch: Fetch, to: string | URL, { signsIn, ...init }: Posted): Promise<Response> {
  const given = init.signal ?? [];
  const isRequest = typeof init.body === "string" && isAnswered(JSON.parse(init.body));
  // A request may be answered late, when its work is done.
  const signal = AbortSignal.any([given, isRequest ? [] : AbortSignal.timeout(takeMs)].flat());
  const response = await fetch(to, { ...init, signal });
  const { status, statusText, headers } = response;
  // The SDK asks for another token, and sends it once more.
  if (signsIn && status === 401) return response;
  if (status >= 400) {
    const { error, scope } = extractWWWAuthenticateParams(response);
    const wantsMore = signsIn && status === 403 && error === "insufficient_scope";
    const text = await response.text();
    if (wantsMore) throw new SignInNeeded(shownScope(scope));
    const message = `The server refused a message (HTTP ${status}).`;
    throw new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, message, { status, statusText, text });
  }
  await response.body?.cancel();
  return new Response(null, { status, statusText, headers });
}
