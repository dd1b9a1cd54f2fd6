import { createHash } from "node:crypto";
import { canonicalJson } from "#lib/untrusted/canonical-json.ts";

/** One audit row as it is sealed and exported. Times are Unix milliseconds; `detail` is the stored JSON text. */
export type AuditRecord = {
  seq: number;
  at: number;
  kind: string;
  person: string | null;
  chat: string | null;
  run: string | null;
  call: string | null;
  approval: string | null;
  detail: string;
};

/** A row with its place in the chain: `hash` covers the row and the hash before it. Positions count from 1. */
export type SealedRecord = AuditRecord & { position: number; hash: string };

/** The hash before the first record. */
export const genesis = "0".repeat(64);

/** SHA-256, in hex, of the former hash and the row in canonical JSON (RFC 8785). */
export function sealOf(former: string, record: AuditRecord): string {
  const { seq, at, kind, person, chat, run, call, approval, detail } = record;
  const canonical = canonicalJson({ seq, at, kind, person, chat, run, call, approval, detail });
  return createHash("sha256").update(former).update("\n").update(canonical).digest("hex");
}

export type ChainState = { position: number; hash: string };

/** The chain before its first record. */
export const beginning: ChainState = { position: 0, hash: genesis };

/** Verifies a chain from its beginning, or from a verified place; `next` names the first place where it is broken. */
export class ChainVerifier {
  #state: ChainState;

  constructor(from: ChainState = beginning) {
    this.#state = from;
  }

  /** The last verified record. */
  get head(): ChainState {
    return this.#state;
  }

  /** Null while the chain holds. `record` is null where the sealed row is gone. */
  next(seal: { position: number; seq: number; hash: string }, record: AuditRecord | null): string | null {
    const position = this.#state.position + 1;
    if (seal.position !== position) return `Position ${position} is missing: after it comes ${seal.position}.`;
    if (record === null) return `Record ${seal.seq}, at position ${position}, is gone.`;
    if (record.seq !== seal.seq) return `Position ${position} holds record ${record.seq} instead of ${seal.seq}.`;
    const hash = sealOf(this.#state.hash, record);
    if (hash !== seal.hash) return `Record ${seal.seq}, at position ${position}, is not what was sealed.`;
    this.#state = { position, hash };
    return null;
  }
}
