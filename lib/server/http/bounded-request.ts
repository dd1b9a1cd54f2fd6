import { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

/** The largest body that is taken comes in a tenth of them, also over a slow network and from clients that send chunks. */
const mostPieces = 10_000;

/**
 * A request as Node's parser makes it. Cuts off a body that comes in more pieces: a million of one byte each is the work
 * of seconds (THREATS G8: input that blocks).
 */
export class BoundedRequest extends IncomingMessage {
  /**
   * Connections of which a request waits for the answer to another. What comes behind it ends them, before Node makes
   * thousands of requests of it.
   */
  static readonly ahead = new WeakSet<Duplex>();
  #pieces = 0;

  constructor(socket: ConstructorParameters<typeof IncomingMessage>[0]) {
    super(socket);
    // The only request behind which Node's parser stops by itself.
    if (BoundedRequest.ahead.has(socket)) Object.defineProperty(this, "upgrade", { get: () => true, set: () => {} });
  }

  override push(piece: unknown, encoding?: BufferEncoding): boolean {
    if (piece !== null) this.#pieces += 1;
    if (this.#pieces <= mostPieces) return super.push(piece, encoding);
    this.socket.destroy();
    return false;
  }
}
