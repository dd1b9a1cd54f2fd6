import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { messageSink } from "#e2e/support/message-sink.ts";
import { timeStampAuthority } from "#e2e/support/time-stamp-authority.ts";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { signHead } from "#lib/audit/head.ts";
import { record } from "#lib/store/audit/record.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { newAuditKey } from "./audit-key.ts";
import { keepTrail } from "./keep-trail.ts";
import { bytesOfHead, readStamps, stampFile, startStamper } from "./stamp-heads.ts";
import { stampRequest } from "./stamp-request.ts";

const minute = 60_000;
const hour = 60 * minute;
const key = newAuditKey();
const headAt = (position: number) => signHead(key, { position, hash: "ab".repeat(32), at: position });

async function world() {
  const tsa = await timeStampAuthority();
  onTestFinished(tsa.close);
  const dataDir = mkdtempSync(path.join(tmpdir(), "stamps-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const clock = { now: Date.now() };
  const warned: unknown[] = [];
  const log = { warn: (event: string, detail?: object) => void warned.push({ event, ...detail }) };
  const heads = { stdout: false, files: [], addresses: [] };
  const keyFile = path.join(dataDir, "audit-key.pem");
  const settings = { keyFile, heads, stamps: { authorities: [tsa.url], everyMs: hour } };
  const start = (more: { mayBePrivate?: boolean; timeoutMs?: number } = {}) => {
    const stamper = startStamper({ settings, dataDir, log, now: () => clock.now, mayBePrivate: true, ...more });
    onTestFinished(stamper.stop);
    return stamper;
  };
  const file = stampFile(dataDir);
  const lines = () => (existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : []);
  return { tsa, dataDir, clock, warned, settings, start, lines };
}

test("H16: a head is stamped once, not more often than was said, after a restart neither; the file proves since when", async () => {
  const { tsa, clock, start, lines, warned } = await world();
  const first = start();
  await first.offer(headAt(1));
  await first.offer(headAt(1));
  await first.offer(headAt(2));
  await first.stop();
  expect(lines()).toHaveLength(1);
  const second = start();
  await second.offer(headAt(3));
  expect(tsa.queries).toHaveLength(1);
  clock.now += hour;
  await second.offer(headAt(3));
  clock.now += hour;
  await second.offer(headAt(3));
  expect(tsa.queries).toHaveLength(2);
  // The end of the trail is stamped when the app stops, if the last stamp is not of the last minute.
  clock.now += minute;
  await second.offer(headAt(4));
  clock.now -= hour;
  await second.stop();
  const seals = await readStamps(lines(), tsa.ca);
  expect(seals).toMatchObject([1, 3, 4].map((position) => ({ position, hash: headAt(position).hash })));
  const [line = ""] = lines();
  const { token } = JSON.parse(line) as { token: string };
  expect(tsa.opensslTakes(Buffer.from(token, "base64"), bytesOfHead(headAt(1)))).toBe(true);
  expect(warned).toEqual([]);
});

test("H16: an authority that is away is named once, and asked again, less and less often", async () => {
  const { tsa, clock, start, lines, warned } = await world();
  const stamper = start();
  tsa.answer(503);
  for (const [passed, asked] of [
    [0, 1],
    [0, 1],
    [minute, 2],
    [minute, 2],
    [minute, 3],
  ] as const) {
    clock.now += passed;
    await stamper.offer(headAt(1));
    expect(tsa.queries).toHaveLength(asked);
  }
  const { host } = new URL(tsa.url);
  expect(warned).toEqual([{ event: "audit.not-stamped", authority: host, problem: "It answered 503." }]);
  tsa.answer((query, reply) => reply(query));
  clock.now += hour;
  await stamper.offer(headAt(1));
  expect(lines()).toHaveLength(1);
  // It is away again: that is said again, and the end of the app does not wait for it.
  tsa.answer(503);
  clock.now += hour;
  await stamper.offer(headAt(2));
  await stamper.stop();
  expect(tsa.queries).toHaveLength(5);
  expect(warned).toHaveLength(2);
});

test("H16: what an authority should not answer is kept nowhere", async () => {
  const { tsa, start, lines, warned } = await world();
  const other = await stampRequest(Buffer.from("something else"));
  const again = await stampRequest(bytesOfHead(headAt(1)));
  const bent: [string, Parameters<typeof tsa.answer>[0]][] = [
    ["It is the stamp of something else.", (_query, reply) => reply(other.body)],
    ["It answers another request.", (_query, reply) => reply(again.body)],
    ["It answered with more than 65536 bytes.", () => Buffer.alloc(80_000, 0x30)],
    ["It is no answer of a time stamp authority.", () => Buffer.from("<html>")],
    ["It answered 307.", 307],
    [
      "Its signature is wrong.",
      (query, reply) => {
        const changed = reply(query);
        changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
        return changed;
      },
    ],
  ];
  for (const [problem, bend] of bent) {
    tsa.answer(bend);
    await start().offer(headAt(1));
    expect(warned.at(-1)).toMatchObject({ problem });
  }
  tsa.answer((query, reply) => reply(query));
  await start({ mayBePrivate: false }).offer(headAt(1));
  expect(warned.at(-1)).toMatchObject({ problem: expect.stringContaining("private network") });
  expect(lines()).toEqual([]);
});

test("H16: an authority that never answers holds up nothing", async () => {
  const { settings, start, lines, warned } = await world();
  const silent = await messageSink();
  onTestFinished(silent.close);
  silent.answer("hang");
  settings.stamps.authorities = [silent.url];
  const stamper = start({ timeoutMs: 300 });
  void stamper.offer(headAt(1));
  await silent.until(1);
  await stamper.stop();
  expect(warned).toHaveLength(1);
  expect(lines()).toEqual([]);
});

test("H16: what was recorded last is stamped when the app stops", async () => {
  const { tsa, dataDir, settings, lines } = await world();
  const database = await openTestDatabase();
  const logged: unknown[] = [];
  const tell = (event: string) => void logged.push(event);
  const log = { error: tell, warn: tell, info: tell, debug: tell };
  const trail = keepTrail({ database, dataDir, settings, say: () => {}, log, mayBePrivate: true });
  await inTransaction(database, (trx) => record(database, trx, {}, { kind: "link-made" }));
  await trail.stop();
  expect(logged).toEqual([]);
  expect(await readStamps(lines(), tsa.ca)).toMatchObject([{ position: 1 }]);
});

test("H16: a file of stamps is refused at the first line that is not what it was", async () => {
  const { tsa, clock, start, lines } = await world();
  const stamper = start();
  await stamper.offer(headAt(1));
  clock.now += hour;
  await stamper.offer(headAt(2));
  const [first = "", second = ""] = lines();
  const bend = (position: number) => JSON.stringify({ ...(JSON.parse(second) as object), head: headAt(position) });
  for (const [line, problem] of [
    [bend(3), "It is the stamp of something else."],
    [second.replaceAll("abab", "abac"), "The head's signature is wrong."],
    [second.slice(0, 200), "It is no time stamp of a signed head."],
    [second.replace("{", `{"by":"another",`), "It is no time stamp of a signed head."],
    [second.replace(/"token":"[^"]*"/, '"token":"aaaa"'), "It is no time stamp."],
  ] as const) {
    await expect(readStamps([first, line], tsa.ca)).rejects.toThrow(`Line 2 of the time stamps: ${problem}`);
  }
});

test("G20: a named pipe in the place of the stamps is refused, not waited for, whether it was there before or comes", async () => {
  const { tsa, dataDir, clock, warned, start } = await world();
  const pipe = stampFile(dataDir);
  const refused = {
    event: "audit.not-stamped",
    authority: new URL(tsa.url).host,
    problem: `${pipe} is no regular file`,
  };
  execFileSync("mkfifo", [pipe]);
  await start().offer(headAt(1));
  expect([tsa.queries.length, ...warned.splice(0)]).toEqual([0, refused]);
  rmSync(pipe);
  const later = start();
  await later.offer(headAt(1));
  rmSync(pipe);
  execFileSync("mkfifo", [pipe]);
  clock.now += hour;
  await later.offer(headAt(2));
  expect([tsa.queries.length, ...warned]).toEqual([2, refused]);
});
