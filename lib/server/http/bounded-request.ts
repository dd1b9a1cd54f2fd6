import { IncomingMessage } from "node:http";
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
