import { once } from "node:events";
import {
  createServer,
  request as send,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { connect, type Socket } from "node:net";
import { pipeline } from "node:stream";

/** One request as the proxy passed it on. */
export type Passed = { target: number; method: string; path: string };

export type RoundRobinProxy = {
  /** Origin of the proxy, without a slash at the end. */
  url: string;
  /** Every request that some target took, oldest first. */
  passed: readonly Passed[];
  /** From now on such requests ("POST /api/chat") go to this target as long as it is there. */
  send: (request: string, target: number) => void;
  /** Ends all that. */
  chooseFreely: () => void;
  close: () => Promise<void>;
};

type Options = { port: number; targets: number[] };

/**
 * A small reverse proxy on 127.0.0.1 without affinity: each request goes to the next of the target ports. It buffers
 * nothing, leaves the Host header as it is, and does as proxies do with targets that die: one that takes no connection
 * is passed over, one that breaks off afterwards breaks the client's connection, for the request may have counted.
 */
export async function roundRobinProxy({ port, targets }: Options): Promise<RoundRobinProxy> {
  const passed: Passed[] = [];
  const directed = new Map<string, number>();
  let turn = 0;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", url = "/" } = request;
    const path = url.split("?")[0] ?? url;
    const first = directed.get(`${method} ${path}`) ?? turn++ % targets.length;
    for (let tried = 0; tried < targets.length; tried += 1) {
      const target = (first + tried) % targets.length;
      const socket = await connected(targets[target] ?? 0);
      if (socket === null) continue;
      passed.push({ target, method, path });
      return exchange(socket, request, response);
    }
    response.writeHead(502, { "content-type": "text/plain" }).end("No instance takes requests.\n");
  }

  const server = createServer((request, response) => void serve(request, response));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${port}`,
    passed,
    send: (request, target) => void directed.set(request, target),
    chooseFreely: () => directed.clear(),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** Null when nothing listens there. */
function connected(port: number): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    socket.once("connect", () => resolve(socket));
    socket.once("error", () => resolve(null));
  });
}

/** Headers that speak of one connection only. */
const ofConnection = new Set(["connection", "keep-alive", "transfer-encoding"]);

function exchange(socket: Socket, request: IncomingMessage, response: ServerResponse): void {
  const { method, url: path } = request;
  const headers = passedOn(request.headers);
  const onward = send({ createConnection: () => socket, method, path, headers, setHost: false });
  onward.on("response", (answer) => {
    // The client left while the answer was on its way.
    if (response.destroyed) return void answer.destroy();
    response.writeHead(answer.statusCode ?? 502, passedOn(answer.headers));
    response.flushHeaders();
    // A target that breaks off breaks the client's connection: an answer that merely ended would look whole.
    pipeline(answer, response, (error) => error && response.destroy());
  });
  onward.on("error", () => response.destroy());
  response.on("close", () => onward.destroy());
  request.pipe(onward);
}

function passedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.has(name)));
}
