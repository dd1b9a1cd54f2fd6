import { Agent, request, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { monotonicMs } from "./monotonic-ms.ts";

/** A chunk of a UI message stream, as far as measurements look at it. */
export type Chunk = { type: string; [key: string]: unknown };

/** When a request went out and when its answer was there, by the machine's monotonic clock. */
export type Exchange = { sentAt: number; repliedAt: number };

/** The server had no time or no store; whoever asks repeats it, as a browser does. */
export class Unavailable extends Error {
  override name = "Unavailable";
}

type Sent = { status: number; response: IncomingMessage; sentAt: number };

export type HttpClient = {
  /** The body of a 200 or 201 as text; throws at any other status. */
  get: (path: string, headers?: Record<string, string>) => Promise<string>;
  post: (path: string, body: object) => Promise<{ response: IncomingMessage; text: string } & Exchange>;
  /** The answer's chunks as they come. `leave` drops the connection before the end. */
  stream: (path: string, body: object) => Promise<{ chunks: AsyncGenerator<Chunk>; sentAt: number; leave: () => void }>;
  /** The server-sent events of an address as they come. `leave` drops the connection. */
  listen: (path: string) => Promise<{ chunks: AsyncGenerator<Chunk>; leave: () => void }>;
  close: () => void;
};

/** Speaks to one origin over kept-alive connections with as little work of its own as Node allows. */
export function httpClient(origin: string, cookie: string | null = null): HttpClient {
  // Gives up an idle connection sooner than a server would, which else may close it just as a request goes out; and has
  // fewer than the app lets one person open, which else closes the one that waits longest.
  const agent = new Agent({ keepAlive: true, timeout: 2_000, maxSockets: 150 });
  const own = { origin, ...(cookie === null ? {} : { cookie }) };

  function send(method: string, path: string, headers: Record<string, string>, body?: object): Promise<Sent> {
    const bytes = body === undefined ? null : Buffer.from(JSON.stringify(body));
    const describing = bytes ? { "content-type": "application/json", "content-length": bytes.length } : {};
    return new Promise((resolve, reject) => {
      const sending = request(origin + path, { method, agent, headers: { ...own, ...describing, ...headers } });
      const sentAt = monotonicMs();
      sending.on("error", reject);
      sending.on("response", (response) => resolve({ status: response.statusCode ?? 0, response, sentAt }));
      sending.end(bytes);
    });
  }

  async function succeed(sending: Promise<Sent>): Promise<Sent> {
    const sent = await sending;
    if (sent.status === 503) throw new Unavailable(await text(sent.response));
    if (sent.status !== 200 && sent.status !== 201)
      throw new Error(`The server answered ${sent.status}: ${await text(sent.response)}`);
    return sent;
  }

  return {
    get: async (path, headers = {}) => text((await succeed(send("GET", path, headers))).response),
    post: async (path, body) => {
      const { response, sentAt } = await succeed(send("POST", path, {}, body));
      const said = await text(response);
      return { response, text: said, sentAt, repliedAt: monotonicMs() };
    },
    stream: async (path, body) => {
      const { response, sentAt } = await succeed(send("POST", path, {}, body));
      return { chunks: chunksIn(response), sentAt, leave: () => void response.destroy() };
    },
    listen: async (path) => {
      const { response } = await succeed(send("GET", path, {}));
      return { chunks: chunksIn(response), leave: () => void response.destroy() };
    },
    close: () => agent.destroy(),
  };
}

async function* chunksIn(response: IncomingMessage): AsyncGenerator<Chunk> {
  response.setEncoding("utf8");
  let rest = "";
  for await (const read of response) {
    const events = (rest + String(read)).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      // Comments keep the connection alive; `[DONE]` follows the last chunk.
      if (event.startsWith("data: {")) yield JSON.parse(event.slice("data: ".length)) as Chunk;
    }
  }
}
