// `npm run audit -- verify|export|key|rotate-key`: checks and exports the audit trail, and manages the key that signs
// it.
import { createPublicKey } from "node:crypto";
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { beginning, type ChainState } from "#lib/audit/chain.ts";
import { csvHeader, csvLine, jsonLine } from "#lib/audit/csv-line.ts";
import { keyOf, publicPart, type SignedHead } from "#lib/audit/head.ts";
import { parseSeal, readHeads, verifyExport } from "#lib/audit/read-export.ts";
import { timeOf, TrustedKeys, type KeptSeal } from "#lib/audit/trail-check.ts";
import {
  keptAuditKey,
  newAuditKey,
  readAuditKey,
  rememberedHead,
  replaceAuditKey,
} from "#lib/server/audit/audit-key.ts";
import { readEnv, type Env } from "#lib/server/settings/env.ts";
import { handOverKey, headFile, headPlaces } from "#lib/server/audit/sign-heads.ts";
import { readStamps, stampFile, type StampedSeal } from "#lib/server/audit/stamp-heads.ts";
import { sealedTrail, verifyAudit } from "#lib/server/audit/verify-audit.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { fail, inStore } from "./in-store.ts";

const usage = `npm run audit -- verify            checks the audit trail of the store
npm run audit -- verify <file>     checks an export in JSON Lines, or a file of signed heads, without the store
    --seal <position:hash>         … and that this seal, which was kept elsewhere, is in it; may be repeated
    --heads <file>                 … and all these signed heads
    --key <key or file>            … by this public key, instead of the one of the data directory
    --tsa-ca <file>                … and all time stamps, by this certificate (PEM) of the authority or of who vouches for it
    --stamps <file>                … in this file, instead of the one in the data directory
npm run audit -- export            writes the sealed trail as JSON Lines
npm run audit -- export csv        … as CSV
npm run audit -- key               prints the public key that checks signatures
npm run audit -- key pem           … in PEM
npm run audit -- rotate-key        signs with a new key from now on; the former one vouches for it and is gone`;

const nothingToVerify = 3;
const noKey = "Nothing says whose signatures count: name the public key with --key.";

type Checks = { keys: string[]; kept: KeptSeal[]; isKeyGiven: boolean };

/** Exit code 0: whole; 1: broken, or it could not be read; 2: unknown arguments; 3: there is nothing to verify. */
async function run(args: string[]): Promise<number> {
  try {
    const { values, positionals } = understand(args);
    const [command, argument, ...rest] = positionals;
    if (rest.length > 0) return misunderstood();
    if (command === "verify") return await verify(argument ?? null, values);
    if (Object.keys(values).length > 1 || values.seal.length > 0) return misunderstood();
    const format = argument ?? "jsonl";
    if (command === "export" && (format === "jsonl" || format === "csv")) {
      return await inStore((database) => exportFrom(database, format));
    }
    if (command === "key" && (argument === undefined || argument === "pem"))
      return withEnv((env) => tellKey(env, argument));
    if (command === "rotate-key" && argument === undefined) {
      return await withEnv((env) => inStore((database) => rotateKey(database, env)));
    }
    return misunderstood();
  } catch (error) {
    if (error instanceof TypeError && "code" in error) return misunderstood();
    return fail(error instanceof Error ? error.message : String(error));
  }
}

function understand(args: string[]) {
  const key = args.indexOf("--key");
  return parseArgs({
    // One public key in 64 begins with a hyphen, which makes it an option unless it stands behind an equals sign.
    args: key === -1 ? args : args.toSpliced(key, 2, `--key=${args[key + 1] ?? ""}`),
    allowPositionals: true,
    options: {
      seal: { type: "string", multiple: true, default: [] },
      heads: { type: "string" },
      key: { type: "string" },
      "tsa-ca": { type: "string" },
      stamps: { type: "string" },
    },
  });
}

function misunderstood(): number {
  process.stderr.write(`${usage}\n`);
  return 2;
}

async function withEnv<Result>(work: (env: Env) => Result | Promise<Result>): Promise<Result | number> {
  const read = readEnv();
  return "problem" in read ? fail(read.problem) : work(read.env);
}

type Given = ReturnType<typeof understand>["values"];

async function verify(file: string | null, given: Given): Promise<number> {
  const keys = given.key === undefined ? ownKeys() : [publicKeyFrom(given.key)];
  if (file !== null && !existsSync(file)) return fail(`There is no file ${file}.`);
  const kept = given.seal.map((text) => {
    const seal = parseSeal(text);
    if (seal === null) throw new Error(`${text} is no seal: it is written position:hash, as verify prints it.`);
    return seal;
  });
  if (given.heads !== undefined) {
    if (keys.length === 0) return fail(noKey);
    if (!existsSync(given.heads)) return fail(`There is no file ${given.heads}.`);
    const heads = await readHeads(linesOf(given.heads), new TrustedKeys(keys));
    if (heads.length === 0) return nothing(given.heads);
    kept.push(...heads);
  }
  const stamped = await stampedSeals(given);
  kept.push(...stamped);
  const checks = { keys, kept, isKeyGiven: given.key !== undefined };
  const code = await (file === null ? inStore((database) => verifyStore(database, checks)) : verifyFile(file, checks));
  if (code === 0 && stamped.length > 0) process.stdout.write(`${wordsOfStamps(stamped)}\n`);
  return code;
}

async function stampedSeals({ "tsa-ca": ca, stamps }: Given): Promise<StampedSeal[]> {
  if (ca === undefined && stamps === undefined) return [];
  if (ca === undefined) throw new Error("Name the certificate of the time stamp authority with --tsa-ca.");
  const file = stamps ?? (await withEnv(({ dataDir }) => stampFile(dataDir)));
  // The problem of the environment was already printed.
  if (typeof file === "number") throw new Error("Name the file of time stamps with --stamps.");
  for (const each of [ca, file]) if (!existsSync(each)) throw new Error(`There is no file ${each}.`);
  const seals = await readStamps(linesOf(file), readFileSync(ca, "utf8"));
  if (seals.length === 0) throw new Error(`There is no time stamp in ${file}.`);
  return seals;
}

function wordsOfStamps(seals: StampedSeal[]): string {
  const [first, ...more] = seals
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map((seal) => `${sealText(seal)} was there ${timeOf({ at: seal.at.getTime() })}`);
  const last = more.at(-1);
  return `By ${seals.length} time stamps, ${first}${last === undefined ? "" : `, and ${last}`}.`;
}

/** The public key of this data directory; none without a readable key. */
function ownKeys(): string[] {
  const read = readEnv();
  if ("problem" in read || !existsSync(read.env.audit.keyFile)) return [];
  return [publicPart(readAuditKey(read.env.audit.keyFile))];
}

/** A key as `key` prints it, or a file with it; a PEM file works too. */
function publicKeyFrom(given: string): string {
  const text = existsSync(given) ? readFileSync(given, "utf8").trim() : given;
  if (keyOf(text) !== null) return text;
  if (!text.startsWith("-----BEGIN")) throw new Error(`${given} is no public key: npm run audit -- key prints it.`);
  return publicPart(createPublicKey(text));
}

/** Reads nothing before it is asked: lines that came earlier would be lost, and so would the reason why there are none. */
async function* linesOf(file: string): AsyncIterable<string> {
  yield* createInterface({ input: createReadStream(file, "utf8"), crlfDelay: Infinity });
}

async function verifyFile(file: string, checks: Checks): Promise<number> {
  const { problem, head, signed, of } = await verifyExport(linesOf(file), {
    ...checks,
    keys: new TrustedKeys(checks.keys),
  });
  if (problem === null && of === "nothing") return nothing(file);
  if (of !== "heads") return tell({ problem, head, signed, unsealed: 0 }, checks);
  if (checks.keys.length === 0) return fail(noKey);
  if (problem !== null) return fail(`These heads are not as they were signed. ${problem}`);
  process.stdout.write(
    `The heads are as they were signed, up to ${sealText(head)}. ${signatureOf(signed, checks.keys)}\n`,
  );
  return 0;
}

async function verifyStore(database: Database, checks: Checks): Promise<number> {
  const kept = [...checks.kept, ...(await withEnv(lastSeal).then((last) => (typeof last === "number" ? [] : last)))];
  const verified = await verifyAudit(database, { ...checks, kept });
  if (verified.problem === null && verified.head.position === 0) return nothing("the store");
  return tell(verified, checks);
}

/** The last signed head, which is kept outside of the store. */
function lastSeal({ dataDir }: Env): KeptSeal[] {
  const last = rememberedHead(headFile(dataDir));
  return last === null ? [] : [{ position: last.position, hash: last.hash, called: headFile(dataDir) }];
}

function nothing(where: string): number {
  process.stderr.write(`There is nothing to verify in ${where}: it holds no sealed record.\n`);
  return nothingToVerify;
}

type Told = { problem: string | null; head: ChainState; signed: SignedHead | null; unsealed: number };

function tell({ problem, head, signed, unsealed }: Told, { keys, isKeyGiven }: Checks): number {
  const upTo =
    head.position === beginning.position
      ? "nothing is whole."
      : `${head.position} records are as they were sealed; the last seal is ${sealText(head)}.`;
  if (problem !== null) return fail(`The audit trail is broken. ${problem} Before it, ${upTo}`);
  if (isKeyGiven && signed === null) return fail(`Nothing in it is signed with the key that was given. ${upTo}`);
  const more = unsealed === 0 ? "" : ` ${unsealed} newer ones are not sealed yet.`;
  const signature =
    keys.length === 0 ? "No signature was looked at: name the public key with --key." : signatureOf(signed, keys);
  process.stdout.write(`${upTo}${more} ${signature}\n`);
  return 0;
}

function signatureOf(signed: SignedHead | null, keys: string[]): string {
  if (signed === null) return `Nothing of it is signed with ${keys.join(" or ")}.`;
  return `Signed up to position ${signed.position} with ${signed.key}, ${timeOf(signed)}.`;
}

function sealText({ position, hash }: ChainState): string {
  return `${position}:${hash}`;
}

async function exportFrom(database: Database, format: "jsonl" | "csv"): Promise<number> {
  if (format === "csv") process.stdout.write(csvHeader);
  for await (const record of sealedTrail(database)) {
    const line = format === "csv" ? csvLine(record) : jsonLine(record);
    if (!process.stdout.write(line)) await new Promise((resolve) => process.stdout.once("drain", resolve));
  }
  return 0;
}

function tellKey({ audit: { keyFile } }: Env, format: "pem" | undefined): number {
  const key = createPublicKey(keptAuditKey(keyFile).export({ type: "pkcs8", format: "pem" }));
  process.stdout.write(
    format === "pem" ? key.export({ type: "spki", format: "pem" }).toString() : `${publicPart(key)}\n`,
  );
  return 0;
}

async function rotateKey(database: Database, { audit: settings, dataDir }: Env): Promise<number> {
  const say = (line: string) => void process.stdout.write(line);
  const former = readAuditKey(settings.keyFile);
  const key = newAuditKey();
  const heads = await handOverKey({ database, settings, dataDir }, { former, next: key });
  if (heads.length === 0) return fail("Nothing is signed yet, so there is nothing that a new key would go on with.");
  replaceAuditKey(settings.keyFile, key);
  const send = headPlaces({ settings, say });
  for (const head of heads) await send(head);
  process.stderr.write(`From now on the trail is signed with ${publicPart(key)}.\n`);
  return 0;
}

process.exitCode = await run(process.argv.slice(2));
