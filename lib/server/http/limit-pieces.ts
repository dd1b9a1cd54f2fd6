import type { IncomingMessage } from "node:http";

/** The largest body that is taken comes in a tenth of them, also over a slow network and from clients that send chunks. */
const mostPieces = 10_000;

/** Cuts off a body that comes in more pieces: a million of one byte each is the work of seconds (THREATS G8: input that blocks). */
export function limitPieces(request: IncomingMessage): void {
  let pieces = 0;
  const push = request.push.bind(request);
  request.push = (piece, encoding) => {
    if (piece !== null) pieces += 1;
    if (pieces <= mostPieces) return push(piece, encoding);
    request.socket.destroy();
    return false;
  };
}
