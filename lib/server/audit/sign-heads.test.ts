import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { bendTrail, cutOffEnd, sealAnew } from "#e2e/support/bent-trail.ts";
import { messageSink } from "#e2e/support/message-sink.ts";
import { testSecrets } from "#e2e/support/test-secrets.ts";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { jsonLine } from "#lib/audit/csv-line.ts";
import { isSigned, publicPart, type SignedHead } from "#lib/audit/head.ts";
import { readHeads, verifyExport } from "#lib/audit/read-export.ts";
import { TrustedKeys } from "#lib/audit/trail-check.ts";
import { startNotifier } from "#lib/notify/notifier.ts";
import { safePost } from "#lib/notify/safe-post.ts";
import { record } from "#lib/store/audit/record.ts";
import { headOf, sealAudit } from "#lib/store/audit/seal-audit.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { newAuditKey, readAuditKey, replaceAuditKey } from "./audit-key.ts";
import { idOfAddress, type AuditSettings } from "#lib/server/settings/audit-settings.ts";
import { keepTrail } from "./keep-trail.ts";
import { handOverKey, headFile, headPlaces, signTrail } from "./sign-heads.ts";
import { sealedTrail, verifyAudit } from "./verify-audit.ts";

async function world(heads: Partial<AuditSettings["heads"]> = {}) {
  const database = await openTestDatabase();
  const dataDir = mkdtempSync(path.join(tmpdir(), "trail-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const keyFile = path.join(dataDir, "audit-key.pem");
  const settings = {
    keyFile,
    heads: { stdout: false, files: [] as string[], addresses: [] as string[], ...heads },
    stamps: { authorities: [], everyMs: 60_000 },
  };
  const signing = { database, settings, dataDir };
  const write = async (count: number) => {
    for (let each = 0; each < count; each += 1) {
      await inTransaction(database, (trx) => record(database, trx, {}, { kind: "link-made" }));
    }
    await sealAudit(database);
  };
  const ownKey = () => publicPart(readAuditKey(keyFile));
  const exported = async () => {
    const lines: string[] = [];
    for await (const each of sealedTrail(database)) lines.push(jsonLine(each).trimEnd());
    return lines;
  };
  return { database, dataDir, keyFile, settings, signing, write, ownKey, exported };
}

const kept = (head: SignedHead) => [{ position: head.position, hash: head.hash, called: "what was kept" }];
const trusted = (key: string) => ({ keys: new TrustedKeys([key]) });

function signed(head: SignedHead | null): SignedHead {
  if (head === null) throw new Error("Nothing was signed.");
  return head;
}

test("H1: the end of the trail is signed by a key that only its owner reads, once, and exports carry the signature", async () => {
  const { database, keyFile, signing, write, ownKey, exported } = await world();
  expect(await signTrail(signing)).toBeNull();
  await write(3);
  const head = signed(await signTrail(signing));
  expect(head).toMatchObject({ ...(await headOf(database.db)), key: ownKey(), next: null });
  expect(isSigned(head)).toBe(true);
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  expect(await signTrail(signing)).toEqual(head);
  await write(2);
  const later = signed(await signTrail(signing));
  const verified = await verifyAudit(database, { keys: [ownKey()], perRead: 2 });
  expect(verified).toMatchObject({ problem: null, signed: later });
  const lines = await exported();
  expect(lines).toHaveLength(7);
  expect(await verifyExport(lines, trusted(ownKey()))).toMatchObject({ problem: null, of: "records", signed: later });
  const other = publicPart(newAuditKey());
  expect(await verifyExport(lines, trusted(other))).toMatchObject({ problem: null, signed: null });
});

test("H1: a trail that was changed and sealed anew is not what was signed, and is signed no more", async () => {
  const { database, signing, write, ownKey, exported } = await world();
  await write(4);
  const head = signed(await signTrail(signing));
  await bendTrail(database, async (db) => {
    await db.updateTable("audit").set({ kind: "other" }).where("seq", "=", 2).execute();
    await sealAnew(db);
  });
  // Only signatures and copies kept elsewhere can show it.
  expect((await verifyAudit(database)).problem).toBeNull();
  const anew = expect.stringContaining("sealed anew");
  expect((await verifyAudit(database, { keys: [ownKey()] })).problem).toEqual(anew);
  expect((await verifyAudit(database, { kept: kept(head) })).problem).toEqual(anew);
  expect((await verifyExport(await exported(), trusted(ownKey()))).problem).toEqual(anew);
  await write(1);
  await expect(signTrail(signing)).rejects.toThrow("another seal than was signed");
  // The attacker can remove the signature, but not make one.
  await bendTrail(database, (db) => db.deleteFrom("audit_heads").execute());
  await expect(signTrail(signing)).rejects.toThrow("another seal than was signed");
});

test("H1: an end that was cut off while the app was down is noticed, and nothing is signed over it", async () => {
  const { database, dataDir, signing, write, ownKey, exported } = await world();
  await write(2);
  await signTrail(signing);
  await write(3);
  const last = signed(await signTrail(signing));
  await bendTrail(database, (db) => cutOffEnd(db, 2));
  expect(await verifyAudit(database, { keys: [ownKey()] })).toMatchObject({ problem: null, head: { position: 2 } });
  const cutOff = { problem: expect.stringContaining("its end was cut off") };
  expect(await verifyAudit(database, { kept: kept(last) })).toMatchObject(cutOff);
  expect(await verifyExport(await exported(), { kept: kept(last) })).toMatchObject(cutOff);
  await expect(signTrail(signing)).rejects.toThrow("up to position 5, which is gone");
  // An operator who restored an older store on purpose removes that file.
  rmSync(headFile(dataDir));
  expect(await signTrail(signing)).toMatchObject({ position: 2 });
});

test("H1: a signature outlives the seals that it is about", async () => {
  const { database, signing, write, ownKey } = await world();
  await write(4);
  await signTrail(signing);
  await bendTrail(database, (db) => db.deleteFrom("audit_seals").where("position", ">", 1).execute());
  expect((await verifyAudit(database, { keys: [ownKey()] })).problem).toContain("its end was cut off");
});

test("H1: a forged signature, or one of another key, counts for nothing", async () => {
  const { database, signing, write, ownKey } = await world();
  await write(2);
  const head = signed(await signTrail(signing));
  const forged = { ...head, hash: head.hash.replaceAll(/[0-9]/g, "a") };
  expect(isSigned(forged)).toBe(false);
  expect(isSigned({ ...head, at: head.at + 1 })).toBe(false);
  expect(isSigned({ ...head, next: ownKey() })).toBe(false);
  await expect(readHeads([JSON.stringify(forged)], new TrustedKeys([ownKey()]))).rejects.toThrow("signature is wrong");
  const other = publicPart(newAuditKey());
  await expect(readHeads([JSON.stringify(head)], new TrustedKeys([other]))).rejects.toThrow("another key");
  // Records that this key did not sign for a long time are not its trail.
  await database.db.insertInto("audit").values({ at: 1, kind: "link-made", detail_json: "{}" }).execute();
  await sealAudit(database);
  expect((await verifyAudit(database, { keys: [ownKey()] })).problem).toContain("after position 2 are not signed");
});

test("H1: heads that were kept elsewhere are checked without the store, and show a cut off end", async () => {
  const { signing, write, ownKey } = await world();
  const heads: string[] = [];
  for (const _ of [1, 2, 3]) {
    await write(2);
    heads.push(JSON.stringify(await signTrail(signing)));
  }
  expect(await verifyExport(heads, trusted(ownKey()))).toMatchObject({
    problem: null,
    of: "heads",
    head: { position: 6 },
  });
  // Several processes may have sent them in another order.
  expect((await verifyExport(heads.toReversed(), trusted(ownKey()))).problem).toBeNull();
  const last = JSON.parse(heads[2] ?? "") as SignedHead;
  const [seal] = kept({ ...last, position: 7 });
  if (!seal) throw new Error("There is no seal.");
  expect((await verifyExport(heads, { ...trusted(ownKey()), kept: [seal] })).problem).toContain("position 7");
  expect(await verifyExport([])).toMatchObject({ problem: null, of: "nothing" });
  expect((await verifyExport([...heads, "{}"], trusted(ownKey()))).problem).toMatch(/^Line 4/);
});

test("H1: the former key vouches for a new one: whoever trusts the former trusts the trail after it", async () => {
  const { database, keyFile, signing, write, ownKey, exported } = await world();
  await write(2);
  await signTrail(signing);
  const former = readAuditKey(keyFile);
  const next = newAuditKey();
  const handed = await handOverKey(signing, { former, next });
  expect(handed.map(({ key, next: to }) => [key, to])).toEqual([
    [publicPart(former), publicPart(next)],
    [publicPart(next), null],
  ]);
  replaceAuditKey(keyFile, next);
  expect(ownKey()).toBe(publicPart(next));
  await write(2);
  const head = signed(await signTrail(signing));
  expect(head.key).toBe(ownKey());
  for (const key of [publicPart(former), publicPart(next)]) {
    expect(await verifyAudit(database, { keys: [key] })).toMatchObject({ problem: null, signed: head });
    expect(await verifyExport(await exported(), trusted(key))).toMatchObject({ problem: null, signed: head });
  }
});

test("H1: signed heads go to a file, to stdout and to an address, and what waits at an address that was down is the last", async () => {
  const place = await messageSink();
  onTestFinished(place.close);
  place.answer(503);
  const { database, dataDir, settings, signing, write, ownKey } = await world({ stdout: true, addresses: [place.url] });
  const file = path.join(dataDir, "heads.jsonl");
  settings.heads.files.push(file);
  const said: string[] = [];
  const send = headPlaces({ settings, say: (line) => said.push(line) });
  for (const _ of [1, 2]) {
    await write(1);
    const head = signed(await signTrail(signing));
    await send(head);
    await send(head);
  }
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  expect(lines).toHaveLength(2);
  expect(said.join("").trimEnd().split("\n")).toEqual(lines);
  expect((await verifyExport(lines, trusted(ownKey()))).problem).toBeNull();
  const waiting = await database.db.selectFrom("deliveries").selectAll().execute();
  expect(waiting.map(({ body_json }) => body_json)).toEqual([lines[1]]);
  expect(JSON.stringify(waiting)).not.toContain(place.url);

  place.answer(200);
  const { post, close } = safePost({ mayBePrivate: true, timeoutMs: 5_000 });
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const heads = { post, addresses: new Map([[idOfAddress(place.url), place.url]]) };
  const origin = "https://countersign.test";
  const notifier = startNotifier({
    database,
    secrets: testSecrets(),
    post,
    publicPost: post,
    origin,
    heads,
    newId: () => "id",
    log,
    lookEveryMs: 20,
  });
  onTestFinished(async () => {
    await notifier.stop();
    await close();
  });
  await place.until(1);
  expect(place.received[0]?.body.toString()).toBe(lines[1]);
});

test("H1: what was recorded last is sealed, signed and sent when the app stops", async () => {
  const { database, dataDir, settings } = await world({ stdout: true });
  const said: string[] = [];
  const logged: unknown[] = [];
  const tell = (event: string) => void logged.push(event);
  const log = { error: tell, warn: tell, info: tell, debug: tell };
  const trail = keepTrail({ database, dataDir, settings, say: (line) => said.push(line), log, mayBePrivate: false });
  await inTransaction(database, (trx) => record(database, trx, {}, { kind: "link-made" }));
  await trail.stop();
  expect(JSON.parse(said.join(""))).toMatchObject({ type: "head", position: 1 });
  expect(logged).toEqual([]);
});

test("H1: a key that others can read, or that is none, signs nothing", async () => {
  const { keyFile, signing, write } = await world();
  await write(1);
  writeFileSync(keyFile, "no key", { mode: 0o600 });
  await expect(signTrail(signing)).rejects.toThrow("no private key in PEM");
  replaceAuditKey(keyFile, newAuditKey());
  chmodSync(keyFile, 0o604);
  await expect(signTrail(signing)).rejects.toThrow("chmod 600");
  chmodSync(keyFile, 0o600);
  expect(await signTrail(signing)).toMatchObject({ position: 1 });
});

test("H1: a link that stands where the next key or head is written leads neither of them elsewhere", async () => {
  const { keyFile, signing, dataDir, write } = await world();
  const elsewhere = path.join(dataDir, "elsewhere");
  writeFileSync(elsewhere, "as it was");
  symlinkSync(elsewhere, `${headFile(dataDir)}.new`);
  symlinkSync(elsewhere, `${keyFile}.new`);
  await write(1);
  expect(await signTrail(signing)).toMatchObject({ position: 1 });
  const next = newAuditKey();
  replaceAuditKey(keyFile, next);
  expect(readFileSync(elsewhere, "utf8")).toBe("as it was");
  expect(lstatSync(keyFile).isFile()).toBe(true);
  expect(publicPart(readAuditKey(keyFile))).toBe(publicPart(next));
});

test("G20: a named pipe in the place of the last head is refused, not waited for", async () => {
  const { signing, dataDir, write } = await world();
  await write(1);
  execFileSync("mkfifo", [headFile(dataDir)]);
  await expect(signTrail(signing)).rejects.toThrow("it is no regular file");
});

test("G20: a named pipe in the place of a file of heads is refused, not waited for, said once, and costs no other its heads", async () => {
  const { database, dataDir, settings, write } = await world();
  const [pipe, file] = [path.join(dataDir, "pipe"), path.join(dataDir, "heads.jsonl")];
  settings.heads.files.push(pipe, file);
  execFileSync("mkfifo", [pipe]);
  const logged: unknown[] = [];
  const tell = (event: string, { error }: { error?: unknown } = {}) => void logged.push([event, String(error)]);
  const log = { error: tell, warn: tell, info: tell, debug: tell };
  const of = { database, dataDir, settings, say: () => {}, log, mayBePrivate: false };
  await write(1);
  const trail = keepTrail({ ...of, everyMs: { seal: 20, sign: 20 } });
  onTestFinished(trail.stop);
  const lines = () => (existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n").length : 0);
  await expect.poll(lines).toBe(1);
  await write(1);
  await expect.poll(lines).toBe(2);
  expect(logged).toEqual([["audit.not-signed", `Error: ${pipe} is no regular file`]]);
  rmSync(pipe);
  await expect.poll(() => existsSync(pipe) && readFileSync(pipe, "utf8").length > 0).toBe(true);
});
