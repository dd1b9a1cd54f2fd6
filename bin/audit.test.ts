import { execFile } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { bendTrail, cutOffEnd, sealAnew } from "#e2e/support/bent-trail.ts";
import { timeStampAuthority } from "#e2e/support/time-stamp-authority.ts";
import { publicPart, type SignedHead } from "#lib/audit/head.ts";
import { readAuditKey } from "#lib/server/audit/audit-key.ts";
import { readEnv } from "#lib/server/settings/env.ts";
import { logger } from "#lib/server/observe/log.ts";
import { openStore } from "#lib/server/start/open-store.ts";
import { signTrail } from "#lib/server/audit/sign-heads.ts";
import { stampFile, startStamper } from "#lib/server/audit/stamp-heads.ts";
import { record } from "#lib/store/audit/record.ts";
import { sealAudit } from "#lib/store/audit/seal-audit.ts";
import { inTransaction, type Database } from "#lib/store/engine/database.ts";

const root = path.resolve(import.meta.dirname, "..");

async function home() {
  const folder = mkdtempSync(path.join(tmpdir(), "audit-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const heads = path.join(folder, "heads.jsonl");
  const variables = { DATA_DIR: path.join(folder, "data"), DATABASE_URL: "", AUDIT_HEADS: `file:${heads}` };
  mkdirSync(variables.DATA_DIR);
  const read = readEnv(variables, folder);
  if ("problem" in read) throw new Error(read.problem);
  const { env } = read;
  const inStore = async (work: (database: Database) => Promise<unknown>) => {
    const database = await openStore(
      env,
      logger("silent", () => {}),
    );
    if ("problem" in database) throw new Error(database.problem);
    await work(database);
    await database.close();
  };
  const write = (count: number) =>
    inStore(async (database) => {
      for (let each = 0; each < count; each += 1) {
        await inTransaction(database, (trx) => record(database, trx, {}, { kind: "link-made" }));
      }
      await sealAudit(database);
      const head = await signTrail({ database, settings: env.audit, dataDir: env.dataDir });
      appendFileSync(heads, `${JSON.stringify(head)}\n`);
    });
  /** Has the last head that was sent stamped. */
  const stampBy = async (authority: string) => {
    const head = JSON.parse(readFileSync(heads, "utf8").trimEnd().split("\n").at(-1) ?? "") as SignedHead;
    const settings = { ...env.audit, stamps: { authorities: [authority], everyMs: 1 } };
    const warn = (event: string, detail?: object) => {
      throw new Error(`${event} ${JSON.stringify(detail)}`);
    };
    const stamper = startStamper({ settings, dataDir: env.dataDir, mayBePrivate: true, log: { warn } });
    await stamper.offer(head);
    await stamper.stop();
    return stampFile(env.dataDir);
  };
  const audit = (...args: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      const given = { env: { ...process.env, ...variables }, cwd: folder };
      execFile(process.execPath, [path.join(root, "bin/audit.ts"), ...args], given, (error, out, err) =>
        resolve({ code: error === null ? 0 : Number(error.code), out, err }),
      );
    });
  /** The files of the heads that were sent. */
  const sealAt = (index: number) => {
    const lines = readFileSync(heads, "utf8").trimEnd().split("\n");
    const { position, hash } = JSON.parse(lines.at(index) ?? "") as SignedHead;
    return `${position}:${hash}`;
  };
  const ownKey = () => publicPart(readAuditKey(env.audit.keyFile));
  const exportTo = async (name: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, (await audit("export")).out);
    return file;
  };
  return { folder, heads, inStore, write, stampBy, audit, sealAt, ownKey, exportTo };
}

test("H1: verify says what is whole and signed, and compares it with a seal and with heads", async () => {
  const { heads, write, audit, exportTo, sealAt, ownKey } = await home();
  await write(3);
  const seal = sealAt(-1);
  await write(2);
  const [told, file] = await Promise.all([audit("key"), exportTo("trail.jsonl")]);
  const key = ownKey();
  expect(told.out).toBe(`${key}\n`);
  const [whole, alone, ofHeads] = await Promise.all([
    audit("verify", "--seal", seal, "--heads", heads),
    audit("verify", file, "--key", key, "--seal", seal),
    audit("verify", heads, "--key", key),
  ]);
  expect(whole).toMatchObject({ code: 0, err: "" });
  expect(whole.out).toContain(`5 records are as they were sealed; the last seal is ${sealAt(-1)}.`);
  expect(whole.out).toContain(`Signed up to position 5 with ${key}`);
  expect(alone).toMatchObject({ code: 0, out: whole.out });
  expect(ofHeads).toMatchObject({ code: 0, out: expect.stringContaining(`up to ${sealAt(-1)}`) });
});

test("H1: verify names a cut off end and a trail that was sealed anew, by what was kept elsewhere", async () => {
  const { heads, inStore, write, audit, exportTo, sealAt, ownKey } = await home();
  await write(3);
  await write(2);
  await inStore((database) => bendTrail(database, (db) => cutOffEnd(db, 4)));
  const short = await exportTo("short.jsonl");
  const cut = [
    ["verify"],
    ["verify", "--heads", heads],
    ["verify", short, "--seal", sealAt(-1)],
    ["verify", short, "--heads", heads],
  ];
  for (const said of await Promise.all(cut.map((args) => audit(...args)))) {
    expect(said).toMatchObject({ code: 1, err: expect.stringContaining("its end was cut off") });
  }

  await inStore((database) =>
    bendTrail(database, async (db) => {
      await db.updateTable("audit").set({ kind: "other" }).where("seq", "=", 1).execute();
      await sealAnew(db);
      await db.deleteFrom("audit_heads").execute();
    }),
  );
  const anew = await exportTo("anew.jsonl");
  const [bySeal, byKey] = await Promise.all([
    audit("verify", "--seal", sealAt(0)),
    audit("verify", anew, "--key", ownKey()),
  ]);
  expect(bySeal).toMatchObject({ code: 1, err: expect.stringContaining("was sealed anew") });
  expect(byKey).toMatchObject({ code: 1, err: expect.stringContaining("Nothing in it is signed with the key") });
});

test("H16: verify says since when a head is proved to have been there, and names a stamp that is none", async () => {
  const [tsa, other] = [await timeStampAuthority(), await timeStampAuthority()];
  onTestFinished(tsa.close);
  onTestFinished(other.close);
  const { folder, heads, inStore, write, stampBy, audit, exportTo, sealAt, ownKey } = await home();
  await write(3);
  await stampBy(tsa.url);
  await write(2);
  const stamps = await stampBy(tsa.url);
  const file = await exportTo("trail.jsonl");
  const ca = ["--tsa-ca", tsa.caFile];
  const elsewhere = ["--stamps", stamps, "--key", ownKey()];
  const [whole, exported, sent, wrongCa, noCa, noFile] = await Promise.all([
    audit("verify", ...ca),
    audit("verify", file, ...ca, ...elsewhere),
    audit("verify", heads, ...ca, ...elsewhere),
    audit("verify", "--tsa-ca", other.caFile),
    audit("verify", "--stamps", stamps),
    audit("verify", ...ca, "--stamps", path.join(folder, "none.jsonl")),
  ]);
  const since = (index: number) => `${sealAt(index)} was there on ${new Date().getUTCFullYear()}-`;
  for (const said of [whole, exported, sent]) {
    expect(said).toMatchObject({ code: 0, err: "" });
    expect(said.out).toContain(`By 2 time stamps, ${since(0)}`);
    expect(said.out).toContain(`, and ${since(1)}`);
  }
  expect(wrongCa).toMatchObject({ code: 1, err: expect.stringContaining("Line 1 of the time stamps: It cannot be") });
  expect(noCa).toMatchObject({ code: 1, err: expect.stringContaining("with --tsa-ca") });
  expect(noFile).toMatchObject({ code: 1, err: expect.stringContaining("There is no file") });

  await inStore((database) =>
    bendTrail(database, async (db) => {
      await db.updateTable("audit").set({ kind: "other" }).where("seq", "=", 1).execute();
      await sealAnew(db);
      await db.deleteFrom("audit_heads").execute();
    }),
  );
  const anew = await audit("verify", ...ca);
  expect(anew).toMatchObject({ code: 1, out: "", err: expect.stringContaining("line 1 of the time stamps says") });
});

test("H1: an empty trail is not verified and has its own exit code", async () => {
  const { folder, inStore, audit } = await home();
  await inStore(async () => {});
  const nothing = { code: 3, out: "", err: expect.stringContaining("There is nothing to verify") };
  const file = path.join(folder, "empty.jsonl");
  writeFileSync(file, "\n");
  const [store, exported, cut] = await Promise.all([
    audit("verify"),
    audit("verify", file),
    audit("verify", file, "--seal", `1:${"a".repeat(64)}`),
  ]);
  expect(store).toMatchObject(nothing);
  expect(exported).toMatchObject(nothing);
  expect(cut).toMatchObject({ code: 1, err: expect.stringContaining("its end was cut off") });
});

test("H1: the key is changed by a command, and heads that were kept before go on being trusted", async () => {
  const { folder, heads, write, audit, exportTo, ownKey } = await home();
  await write(2);
  const former = ownKey();
  expect(await audit("rotate-key")).toMatchObject({ code: 0 });
  const key = ownKey();
  expect(key).not.toBe(former);
  await write(1);
  expect(readFileSync(heads, "utf8").trimEnd().split("\n")).toHaveLength(4);
  const pem = path.join(folder, "key.pem");
  const [file] = await Promise.all([
    exportTo("trail.jsonl"),
    audit("key", "pem").then(({ out }) => writeFileSync(pem, out)),
  ]);
  const by = [
    ["--heads", heads, "--key", former],
    [file, "--key", former],
    [file, "--key", pem],
  ];
  for (const said of await Promise.all(by.map((args) => audit("verify", ...args)))) {
    expect(said).toMatchObject({ code: 0, out: expect.stringContaining(`Signed up to position 3 with ${key}`) });
  }
});

test("H1: a public key may begin with a hyphen", async () => {
  const { write, audit } = await home();
  await write(1);
  const keys = Array.from({ length: 2_000 }, () => publicPart(generateKeyPairSync("ed25519").privateKey));
  const hyphened = keys.find((key) => key.startsWith("-")) ?? "";
  expect(hyphened).not.toBe("");
  expect(await audit("verify", "--key", hyphened)).toMatchObject({
    code: 1,
    err: expect.stringContaining("Nothing in it is signed with the key"),
  });
});

test("H1: unknown arguments print the usage, and nothing is checked", async () => {
  const { folder, heads, write, audit } = await home();
  await write(1);
  const usage = { code: 2, out: "", err: expect.stringContaining("npm run audit -- verify") };
  const wrong = [[], ["verify", "--nonsense"], ["export", "pdf"], ["key", "--seal", "1:a"]];
  for (const said of await Promise.all(wrong.map((args) => audit(...args)))) expect(said).toMatchObject(usage);
  const [seal, key] = await Promise.all([audit("verify", "--seal", "12"), audit("verify", "--key", "x")]);
  expect(seal).toMatchObject({ code: 1, err: expect.stringContaining("position:hash") });
  expect(key).toMatchObject({ code: 1, err: expect.stringContaining("no public key") });
  const stamps = await audit("verify", "--tsa-ca", heads, "--stamps", folder);
  expect(stamps).toEqual({ code: 1, out: "", err: "It is no certificate in PEM.\n" });
});
