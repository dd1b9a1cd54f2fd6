import { expect, test } from "vitest";
import { genesis, sealOf, type SealedRecord } from "./chain.ts";
import { csvLine, jsonLine } from "./csv-line.ts";
import { publicPart, signHead } from "./head.ts";
import { readHeads, verifyExport } from "./read-export.ts";
import { TrustedKeys } from "./trail-check.ts";
import { generateKeyPairSync } from "node:crypto";

function records(count: number, everyMs = 1): SealedRecord[] {
  let hash = genesis;
  return Array.from({ length: count }, (_, index) => {
    const record = {
      seq: index + 1,
      at: 1_700_000_000_000 + index * everyMs,
      kind: "link-made",
      person: null,
      chat: "c",
      run: null,
      call: null,
      approval: null,
      detail: JSON.stringify({ reason: `"quoted", \u2028 and é ${index}` }),
    };
    hash = sealOf(hash, record);
    return { ...record, position: index + 1, hash };
  });
}

test("H1: an export is verified without the store, and a bent one names the line", async () => {
  const lines = records(5).map((record) => jsonLine(record).trimEnd());
  expect(await verifyExport([...lines, ""])).toMatchObject({ problem: null, head: { position: 5 } });
  expect((await verifyExport(lines.with(2, (lines[2] ?? "").replace("é 2", "e 2")))).problem).toMatch(
    /^Line 3: Record 3/,
  );
  expect((await verifyExport(lines.toSpliced(1, 1))).problem).toMatch(/^Line 2: Position 2 is missing/);
  for (const nonsense of ["{", "[]", "1", `{"position":1}`]) {
    expect((await verifyExport(lines.with(0, nonsense))).problem).toMatch(/^Line 1: It is no record/);
  }
});

test("H1: a line that says something twice is no record and no head: what one reader shows, another would not", async () => {
  const [record] = records(1);
  if (!record) throw new Error("There is no record.");
  const { privateKey: key } = generateKeyPairSync("ed25519");
  const keys = new TrustedKeys([publicPart(key)]);
  const twice = (line: string, key: string) => line.replace("{", `{"${key}":"planted",`);
  const head = jsonLine(signHead(key, { ...record, at: 0 }));
  expect((await verifyExport([twice(jsonLine(record), "kind")])).problem).toMatch(/^Line 1: It is no record/);
  expect((await verifyExport([jsonLine(record), twice(head, "hash")], { keys })).problem).toMatch(
    /^Line 2: It is no record/,
  );
  await expect(readHeads([twice(head, "hash")], keys)).rejects.toThrow("Line 1 of the heads: It is no signed head.");
});

test("H1: an export from which signatures were taken away is not whole, but the last seconds need none", async () => {
  const { privateKey: key } = generateKeyPairSync("ed25519");
  const keys = () => new TrustedKeys([publicPart(key)]);
  const withHeadAfter = (of: SealedRecord[], place: number) => {
    const head = signHead(key, { ...(of[place] as SealedRecord), at: 0 });
    return of.map((record) => jsonLine(record)).toSpliced(place + 1, 0, jsonLine(head));
  };
  const long = records(5, 6 * 60_000);
  expect(await verifyExport(withHeadAfter(long, 4), { keys: keys() })).toMatchObject({ problem: null });
  expect((await verifyExport(withHeadAfter(long, 1), { keys: keys() })).problem).toBe(
    "The records after position 2 are not signed with the key that counts, though 720 s lie between the first of them and the last.",
  );
  expect(await verifyExport(withHeadAfter(records(5, 1_000), 1), { keys: keys() })).toMatchObject({ problem: null });
  const bare = (of: SealedRecord[]) => of.map((record) => jsonLine(record));
  expect((await verifyExport(bare(long), { keys: keys() })).problem).toBe(
    "The records after position 0 are not signed with the key that counts, though 1440 s lie between the first of them and the last.",
  );
  expect(await verifyExport(bare(records(5, 1_000)), { keys: keys() })).toMatchObject({ problem: null });
  // Nobody said whose signatures count.
  expect(await verifyExport(bare(long))).toMatchObject({ problem: null });
});

test("CSV quotes what must be quoted, and a spreadsheet computes nothing of it", () => {
  const [record] = records(1);
  if (!record) throw new Error("There is no record.");
  const line = csvLine({ ...record, kind: "=1+1", chat: 'a "b", c\nd' });
  expect(line).toContain(`,'=1+1,,"a ""b"", c\nd",`);
  expect(line.endsWith("\r\n")).toBe(true);
});

test("CSV begins no cell of a spreadsheet that parts by semicolons, as many languages do, and keeps what the detail says", () => {
  const [record] = records(1);
  if (!record) throw new Error("There is no record.");
  const said = { reason: "x;=cmd|' /C calc'!A0;+1" };
  const line = csvLine({ ...record, chat: "a;=1+1", person: "  =1+1", detail: JSON.stringify(said) });
  expect(line.split(";").filter((cell, at) => at > 0 && /^\s*[=+\-@]/.test(cell))).toEqual([]);
  expect(line).not.toMatch(/,\s+=/);
  const detail = line.slice(line.indexOf('"{') + 1, line.lastIndexOf('"')).replaceAll('""', '"');
  expect(JSON.parse(detail)).toEqual(said);
});
