import { ChainVerifier, type AuditRecord, type ChainState } from "./chain.ts";
import { isSigned, type SignedHead } from "./head.ts";

/** A place in the chain that somebody kept elsewhere, with their name for it: "the seal that was given". */
export type KeptSeal = ChainState & { called: string };

/** Accepted public keys, with those that replaced them by a signed head. */
export class TrustedKeys {
  readonly #keys: Set<string>;

  constructor(keys: readonly string[]) {
    this.#keys = new Set(keys);
  }

  get isEmpty(): boolean {
    return this.#keys.size === 0;
  }

  /** Null when one of them signed the head. Call it in the order of signing. */
  problemOf(head: SignedHead): string | null {
    if (!this.#keys.has(head.key)) return `It is signed with another key, ${head.key}.`;
    if (!isSigned(head)) return "Its signature is wrong.";
    if (head.next !== null) this.#keys.add(head.next);
    return null;
  }
}

/**
 * Verifies a trail from its beginning, and compares it with signed heads and kept seals. Each method resolves to the
 * first problem, in a sentence, or to null.
 */
export class TrailCheck {
  readonly #chain = new ChainVerifier();
  readonly #keys: TrustedKeys;
  readonly #kept: Map<number, KeptSeal[]>;
  #signed: SignedHead | null = null;

  constructor({ keys, kept }: { keys: TrustedKeys; kept: readonly KeptSeal[] }) {
    this.#keys = keys;
    this.#kept = Map.groupBy(kept, ({ position }) => position);
  }

  /** The last verified record. */
  get head(): ChainState {
    return this.#chain.head;
  }

  /** The last head with an accepted key that agrees with the trail. */
  get signed(): SignedHead | null {
    return this.#signed;
  }

  record(seal: { position: number; seq: number; hash: string }, record: AuditRecord | null): string | null {
    const problem = this.#chain.next(seal, record);
    if (problem !== null) return problem;
    const other = this.#kept.get(seal.position)?.find(({ hash }) => hash !== seal.hash);
    this.#kept.delete(seal.position);
    if (other === undefined) return null;
    return `Position ${seal.position} has another seal than ${other.called} says: the trail was sealed anew.`;
  }

  /** Checks a head that came with the trail, after the record that it names. A head of another key is ignored. */
  came(head: SignedHead): string | null {
    if (this.#keys.problemOf(head) !== null) return null;
    const { position, hash } = this.#chain.head;
    if (head.position > position)
      return `It ends at position ${position}, but position ${head.position} was signed ${timeOf(head)}: its end was cut off.`;
    if (head.position < position) return `A signed head of position ${head.position} stands at position ${position}.`;
    if (head.hash !== hash) {
      return `Position ${position} has another seal than was signed ${timeOf(head)}: the trail was sealed anew.`;
    }
    this.#signed = head;
    return null;
  }

  /** After the last record: whether everything that was kept elsewhere was found. */
  end(): string | null {
    const [first] = [...this.#kept.values()].flat().toSorted((one, other) => other.position - one.position);
    if (first === undefined) return null;
    return `It ends at position ${this.head.position}, but ${first.called} says position ${first.position}: its end was cut off.`;
  }
}

/** Heads that were kept elsewhere. Several processes may have sent them, so they may be out of order. */
export class HeadsCheck {
  readonly #keys: TrustedKeys;
  readonly #hashes = new Map<number, string>();
  #last: SignedHead | null = null;

  constructor(keys: TrustedKeys) {
    this.#keys = keys;
  }

  /** The head with the highest position. */
  get last(): SignedHead | null {
    return this.#last;
  }

  /** The problem of the next head, in a sentence, or null. */
  next(head: SignedHead): string | null {
    const last = this.#last;
    const problem = this.#keys.problemOf(head);
    if (problem !== null) return problem;
    if (last !== null) {
      if ((this.#hashes.get(head.position) ?? head.hash) !== head.hash)
        return `Position ${head.position} was signed with two seals: the trail was sealed anew.`;
      const [earlier, later] = head.at < last.at ? [head, last] : [last, head];
      if (earlier.at < later.at && earlier.position > later.position)
        return `Position ${later.position} was signed after position ${earlier.position}: the end was cut off in between.`;
    }
    if (last === null || head.position >= last.position) this.#last = head;
    this.#hashes.set(head.position, head.hash);
    return null;
  }

  /** Compares seals that were kept besides; only signed ones can be compared. */
  against(kept: readonly KeptSeal[]): string | null {
    const reached = this.#last?.position ?? 0;
    for (const { position, hash, called } of kept) {
      if (position > reached) return `They end at position ${reached}, but ${called} says position ${position}.`;
      if ((this.#hashes.get(position) ?? hash) !== hash)
        return `Position ${position} was signed with another seal than ${called} says.`;
    }
    return null;
  }
}

/** For people, the same everywhere. */
export function timeOf({ at }: Pick<SignedHead, "at">): string {
  return `on ${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}
