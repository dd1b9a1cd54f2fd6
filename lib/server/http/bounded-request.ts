import { IncomingMessage, type Server } from "node:http";
import type { Duplex } from "node:stream";

/**
 * Several times what browsers and their proxies send. Node takes each header to pieces before anybody sees the request:
 * a thousand requests with a thousand of them are half a second (THREATS G8: input that blocks).
 */
export const mostHeaders = 200;

/** Clients that send chunks, and slow networks, make larger ones. */
const leastBytes = 100;
/** So many may be smaller. Each is an object that waits until somebody reads it. */
const mostSmall = 400;

/** Where a parser of Node's has what takes the pieces of a body. */
const onBody = 3;
type Parser = { [onBody]?: ((piece: Buffer) => void) | null };

/**
 * A request as Node's parser makes it. Cuts off a body that comes in tiny pieces, whether anybody reads it or not: a
 * million of one byte each is the work of seconds (THREATS G8: input that blocks).
 */
export class BoundedRequest extends IncomingMessage {
  /**
   * Connections of which a request waits for the answer to another. What comes behind it ends them, before Node makes
   * thousands of requests of it.
   */
  static readonly ahead = new WeakSet<Duplex>();
  /** Pieces that were too small, less those that larger ones made up for. */
  #small = 0;

  constructor(socket: ConstructorParameters<typeof IncomingMessage>[0]) {
    super(socket);
    // The only request behind which Node's parser stops by itself.
    if (BoundedRequest.ahead.has(socket)) Object.defineProperty(this, "upgrade", { get: () => true, set: () => {} });
  }

  override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
    if (piece !== null) this.#small += 1 - piece.length / leastBytes;
    if (this.#small <= mostSmall) return super.push(piece, encoding);
    this.#cutOff();
    return false;
  }

  #cutOff(): void {
    const { socket } = this;
    if (socket.destroyed) return;
    const { parser } = socket as typeof socket & { parser?: Parser | null };
    const take = parser?.[onBody];
    if (parser != null && take != null) {
      // What came in the same read may be thousands more. Without this Node makes an object of each, though nobody takes
      // it. The parser serves other connections once this one is closed.
      parser[onBody] = null;
      socket.prependOnceListener("close", () => void (parser[onBody] = take));
    }
    socket.destroy();
  }
}

const refusals: { [code in string]: string } = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};
/** Cookies that a browser keeps for one host, and some more. */
const mostCookieBytes = 2 * 1024 * 1024;
const restMs = 2_000;

/**
 * Answers what cannot be read, as Node does, and has a browser forget cookies that are too large to be read: a server on
 * another port of the host can give it as many, and would keep its person out for as long as they last (THREATS B16).
 */
export function refusesUnreadable(server: Server): Server {
  const refused = new WeakSet<Duplex>();
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex & { bytesRead?: number }) => {
    const { code = "" } = error;
    const { _httpMessage: begun } = socket as { _httpMessage?: { headersSent: boolean } | null };
    if (refused.has(socket) ? (socket.bytesRead ?? 0) <= mostCookieBytes : answers(socket, code, begun)) return;
    socket.destroy();
  });
  /** Whether it still reads what comes. A connection that is closed while more comes loses the answer. */
  function answers(socket: Duplex, code: string, begun: { headersSent: boolean } | null | undefined): boolean {
    if (!socket.writable || begun?.headersSent === true) return false;
    const isTooLarge = code === "HPE_HEADER_OVERFLOW";
    const more = isTooLarge ? 'Clear-Site-Data: "cookies"\r\nContent-Type: text/plain\r\n' : "";
    socket.end(
      `HTTP/1.1 ${refusals[code] ?? "400 Bad Request"}\r\nConnection: close\r\n${more}\r\n${isTooLarge ? tooLarge : ""}`,
    );
    if (!isTooLarge) return false;
    refused.add(socket);
    const timer = setTimeout(() => socket.destroy(), restMs);
    socket.once("close", () => clearTimeout(timer));
    return true;
  }
  return server;
}

const tooLarge =
  "The cookies for this address were too large. The browser was told to forget them. Load the page again.\n";
