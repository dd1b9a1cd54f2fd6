const lineFeed = 10;
const carriageReturn = 13;

/**
 * Ends each line of server-sent events with a line feed alone, as they arrive. Where a carriage return is among them,
 * the parser looks for it through all that came at once, again for each line: seconds for 30 kB.
 */
export class LineFeeds {
  #afterReturn = false;

  in(piece: Uint8Array): Uint8Array {
    if (!this.#afterReturn && !piece.includes(carriageReturn)) return piece;
    const said = new Uint8Array(piece.length);
    let bytes = 0;
    for (const byte of piece) {
      if (byte !== lineFeed || !this.#afterReturn) {
        said[bytes] = byte === carriageReturn ? lineFeed : byte;
        bytes += 1;
      }
      this.#afterReturn = byte === carriageReturn;
    }
    return said.subarray(0, bytes);
  }
}
