import fc from "fast-check";
import { expect, test } from "vitest";
import { ChainVerifier, genesis, sealOf, type AuditRecord, type SealedRecord } from "./chain.ts";

const text = fc.option(fc.string({ maxLength: 8 }), { nil: null });
const content = fc.record({
  at: fc.nat(),
  kind: fc.string({ maxLength: 8 }),
  person: text,
  chat: text,
  run: text,
  call: text,
  approval: text,
  detail: fc.json(),
});
const chain = fc.array(content, { minLength: 2, maxLength: 12 }).map((rows) => {
  let hash = genesis;
  return rows.map((row, index): SealedRecord => {
    // Rows become visible in another order than they were numbered.
    const record = { ...row, seq: index * 3 + 7 };
    hash = sealOf(hash, record);
    return { ...record, position: index + 1, hash };
  });
});

function verify(records: readonly SealedRecord[]): { problem: string | null; length: number } {
  const verifier = new ChainVerifier();
  for (const record of records) {
    const problem = verifier.next(record, record);
    if (problem !== null) return { problem, length: verifier.head.position };
  }
  return { problem: null, length: verifier.head.position };
}

test("H1: a chain that nobody touched holds, and so does each beginning of it", () => {
  fc.assert(
    fc.property(chain, (records) => {
      expect(verify(records)).toEqual({ problem: null, length: records.length });
      expect(verify(records.slice(0, 1)).problem).toBeNull();
    }),
  );
});

test("H1: any change, loss, addition or exchange of records is found at the first place that is not as it was", () => {
  const change = fc.constantFrom("edit", "hash", "drop", "swap", "insert", "renumber");
  fc.assert(
    fc.property(chain, fc.nat(), change, (records, at, kind) => {
      const index = at % (records.length - 1);
      const [one, two] = [records[index], records[index + 1]] as [SealedRecord, SealedRecord];
      const broken = {
        edit: () => records.with(index, { ...one, detail: `${one.detail} ` }),
        hash: () =>
          records.with(index, { ...one, hash: one.hash.replace(/^./, (digit) => (digit === "0" ? "1" : "0")) }),
        drop: () => records.toSpliced(index, 1),
        swap: () =>
          records.with(index, { ...two, position: one.position }).with(index + 1, { ...one, position: two.position }),
        insert: () => records.toSpliced(index, 0, { ...one }),
        renumber: () => records.with(index, { ...one, seq: one.seq + 1 }),
      }[kind]();
      const { problem, length } = verify(broken);
      expect(problem).not.toBeNull();
      expect(length).toBeLessThanOrEqual(index + 1);
    }),
  );
});

test("H1: a row that is gone is named", () => {
  const record: AuditRecord = {
    seq: 3,
    at: 1,
    kind: "x",
    person: null,
    chat: null,
    run: null,
    call: null,
    approval: null,
    detail: "{}",
  };
  const verifier = new ChainVerifier();
  expect(verifier.next({ position: 1, seq: 3, hash: sealOf(genesis, record) }, null)).toBe(
    "Record 3, at position 1, is gone.",
  );
});
