import { z } from "zod";
import { parseStrictJson } from "#lib/untrusted/strict-json.ts";
import { beginning, type ChainState } from "./chain.ts";
import { parseHead, type SignedHead } from "./head.ts";
import { HeadsCheck, TrailCheck, TrustedKeys, type KeptSeal } from "./trail-check.ts";

const text = z.string().nullable();
const shape = z.strictObject({
  position: z.int(),
  hash: z.string(),
  seq: z.int(),
  at: z.int(),
  kind: z.string(),
  person: text,
  chat: text,
  run: text,
  call: text,
  approval: text,
  detail: z.string(),
});

/** Records of a longer span without a signature: somebody took it away. */
export const longestUnsignedMs = 10 * 60_000;

type Lines = AsyncIterable<string> | Iterable<string>;

export type CheckedExport = {
  /** Names the first line that differs from its seal or from a signed head; null when there is none. */
  problem: string | null;
  /** The last verified record. */
  head: ChainState;
  /** The last signature by an accepted key; null without any. */
  signed: SignedHead | null;
  /** Signed heads alone say nothing of single records. */
  of: "records" | "heads" | "nothing";
};

/** Verifies an export in JSON Lines, or signed heads that were kept elsewhere, without any store. */
export async function verifyExport(
  lines: Lines,
  { keys = new TrustedKeys([]), kept = [] }: { keys?: TrustedKeys; kept?: readonly KeptSeal[] } = {},
): Promise<CheckedExport> {
  const records = new TrailCheck({ keys, kept });
  const heads = new HeadsCheck(keys);
  let of: CheckedExport["of"] = "nothing";
  let number = 0;
  let unsigned: Span | null = null;
  const found = (problem: string | null): CheckedExport => {
    const { last } = heads;
    if (of === "heads") return { problem, head: last ?? beginning, signed: last, of };
    return { problem, head: records.head, signed: records.signed, of };
  };
  for await (const line of lines) {
    number += 1;
    if (line.trim() === "") continue;
    const json = parse(line);
    const head = parseHead(json);
    const record = shape.safeParse(json).data;
    if (of === "nothing" && (head !== null || record !== undefined)) of = head === null ? "records" : "heads";
    const problem =
      head !== null
        ? of === "heads"
          ? heads.next(head)
          : records.came(head)
        : record === undefined || of === "heads"
          ? "It is no record of an audit export."
          : records.record(record, record);
    if (problem !== null) return found(`Line ${number}: ${problem}`);
    const { at } = record ?? { at: null };
    if (at !== null) unsigned = widened(unsigned, at);
    else if (records.signed?.position === records.head.position) unsigned = null;
  }
  const { signed } = records;
  return found(
    of === "heads" ? heads.against(kept) : (records.end() ?? (keys.isEmpty ? null : problemOfEnd(unsigned, signed))),
  );
}

/** Unix ms of the first and the last of some records. */
type Span = { from: number; to: number };

function widened(span: Span | null, at: number): Span {
  return span === null ? { from: at, to: at } : { from: Math.min(span.from, at), to: Math.max(span.to, at) };
}

/**
 * Whoever removes signatures from an export could change the records under them; a running app signs every ten seconds.
 */
function problemOfEnd(unsigned: Span | null, signed: SignedHead | null): string | null {
  if (unsigned === null || unsigned.to - unsigned.from <= longestUnsignedMs) return null;
  const spanS = Math.round((unsigned.to - unsigned.from) / 1_000);
  return `The records after position ${signed?.position ?? 0} are not signed with the key that counts, though ${spanS} s lie between the first of them and the last.`;
}

/** Signed heads from a file, to compare a trail with. Throws an error that names the first invalid line. */
export async function readHeads(lines: Lines, keys: TrustedKeys): Promise<KeptSeal[]> {
  const check = new HeadsCheck(keys);
  const kept: KeptSeal[] = [];
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line.trim() === "") continue;
    const head = parseHead(parse(line));
    const problem = head === null ? "It is no signed head." : check.next(head);
    if (problem !== null || head === null) throw new Error(`Line ${number} of the heads: ${problem}`);
    kept.push({ position: head.position, hash: head.hash, called: `line ${number} of the heads` });
  }
  return kept;
}

/** Parses a seal as `verify` prints it, `position:hash`; null for anything else. */
export function parseSeal(text: string): KeptSeal | null {
  const [, position = "", hash = ""] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  return hash === "" ? null : { position: Number(position), hash, called: "the seal that was given" };
}

/** Null for what another reader could read differently, like a line that has a key twice. */
function parse(line: string): unknown {
  const read = parseStrictJson(line, Infinity);
  return "value" in read ? read.value : null;
}
