/** The fields that an event is made of, by their first byte. */
const fields = new Map(
  ["data", "event", "id"].map((name) => [name.charCodeAt(0), new TextEncoder().encode(`${name}:`)] as const),
);
const none = Uint8Array.of();
/** After so many bytes of a line, or of a part of it, the rest changes nothing but its length. */
export const longestField = Math.max(...[...fields.values()].map(({ length }) => length));
const colon = 58;

/**
 * A line of server-sent events while its bytes arrive. Of one that is no field and no comment the parser makes an error,
 * which costs a hundred times as much as a field.
 */
export class EventLine {
  #bytes = 0;
  #field: Uint8Array = none;
  #isKnown = false;

  read(byte: number): void {
    if (this.#bytes === 0) {
      this.#field = fields.get(byte) ?? none;
      this.#isKnown = byte === colon || this.#field !== none;
    } else if (this.#bytes < this.#field.length && byte !== this.#field[this.#bytes]) this.#isKnown = false;
    this.#bytes += 1;
  }

  /** What the line was; the next byte begins another. */
  end(): "empty" | "known" | "unknown" {
    const bytes = this.#bytes;
    this.#bytes = 0;
    if (bytes === 0) return "empty";
    // A name may stand alone.
    return this.#isKnown && bytes >= this.#field.length - 1 ? "known" : "unknown";
  }
}
