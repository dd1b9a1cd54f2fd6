import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, inject } from "vitest";
import { lockData } from "#lib/server/start/data-lock.ts";
import { runScript } from "#e2e/support/run-script.ts";

let home: string;
let dataDir: string;

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), "start-"));
  dataDir = path.join(home, "data");
});
afterEach(() => rm(home, { recursive: true, force: true }));

const start = (env: Record<string, string> = {}) => runScript("start", { home, env });

test.each([
  ["B6: an address that other machines reach", { HOST: "0.0.0.0" }, /^The environment is not usable: HOST=0\.0\.0\.0 /],
  ["a port that is none", { PORT: "http" }, /^The environment is not usable: PORT=http /],
  ["an unknown provider", { MODEL: "wizard:1" }, /^MODEL: "wizard:1" .*unknown/],
])("%s is one sentence, exit code 1, and nothing was touched", async (_name, env, sentence) => {
  const result = await start(env);
  expect(result).toEqual({ code: 1, out: "", err: expect.stringMatching(/^[^\n]+\.\n$/) });
  expect(result.err).toMatch(sentence);
  expect(existsSync(dataDir)).toBe(false);
});

test("a broken mcp.json or policy.yaml is named with the place, and nothing was touched", async () => {
  await writeFile(path.join(home, "mcp.json"), `{ "mcpServers": { "files": { "command": node } } }`);
  expect(await start()).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^mcp\.json: .*line 1, column 41.*\n$/),
  });
  await rm(path.join(home, "mcp.json"));
  await writeFile(path.join(home, "policy.yaml"), "policy: everything\n");
  expect(await start()).toMatchObject({ code: 1, err: expect.stringMatching(/^policy\.yaml, line 1: .*\n$/) });
  expect(existsSync(dataDir)).toBe(false);
});

test.each(["mcp.json", "policy.yaml", "agents.yaml", "policies/one.ts"].entries().toArray())(
  "G20: a pipe, a folder or a link to a pipe in place of file %s, %s, is one sentence, and holds no start up",
  async (index, name) => {
    const file = path.join(home, name);
    await mkdir(path.join(home, "policies"));
    const pipe = path.join(home, "pipe");
    execFileSync("mkfifo", [pipe]);
    const ways = [() => execFileSync("mkfifo", [file]), () => symlink(pipe, file), () => mkdir(file)];
    // One reader reads all of these files, so `npm test` puts each thing in the place of one of them.
    for (const put of inject("thorough") ? ways : ways.slice(index % 3, (index % 3) + 1)) {
      await put();
      const result = await start();
      expect(result).toMatchObject({ code: 1, out: "" });
      expect(result.err).toMatch(
        /^[^\n]*(?:mcp\.json|policy\.yaml|agents\.yaml|policies\/one\.ts)[^\n]*no regular file\.\n$/,
      );
      await rm(file, { recursive: true });
    }
    expect(existsSync(dataDir)).toBe(false);
  },
);

test("G20: a file of the configuration that is larger than any is not read to its end", async () => {
  const file = path.join(home, "policy.yaml");
  await writeFile(file, "");
  await truncate(file, 8 * 1024 ** 3);
  expect(await start()).toMatchObject({ code: 1, err: `${file} cannot be read: it is larger than a megabyte.\n` });
});

test("H1: a key for the audit trail that is none is named, and nothing was touched", async () => {
  const AUDIT_KEY = path.join(home, "key.pem");
  await writeFile(AUDIT_KEY, "no key", { mode: 0o600 });
  const err = `The key ${AUDIT_KEY} cannot be read: it is no private key in PEM.\n`;
  expect(await start({ AUDIT_KEY })).toEqual({ code: 1, out: "", err });
  const elsewhere = path.join(home, "nowhere", "key.pem");
  expect(await start({ AUDIT_KEY: elsewhere })).toMatchObject({
    code: 1,
    err: expect.stringContaining("there is no folder"),
  });
  expect(existsSync(dataDir)).toBe(false);
});

test("G20: a pipe where the heads of the audit trail are to be written is named, and nothing was touched", async () => {
  const pipe = path.join(home, "heads");
  execFileSync("mkfifo", [pipe]);
  const AUDIT_HEADS = `file:${path.join(home, "not-there-yet")},file:${pipe}`;
  expect(await start({ AUDIT_HEADS })).toEqual({
    code: 1,
    out: "",
    err: `AUDIT_HEADS: ${pipe} is no regular file.\n`,
  });
  expect(existsSync(dataDir)).toBe(false);
});

test("a port in use is named, and nothing was touched", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const PORT = String((other.address() as AddressInfo).port);
  const err = `Port ${PORT} of 127.0.0.1 is in use by another program; stop that, or set PORT.\n`;
  expect(await start({ PORT })).toEqual({ code: 1, out: "", err });
  expect(existsSync(dataDir)).toBe(false);
  other.close();
});

test("G5: a second instance on the same data directory is refused", async () => {
  const lock = lockData(dataDir, { pid: process.pid, origin: "http://127.0.0.1:1" });
  if ("problem" in lock) throw new Error(lock.problem);
  const result = await start();
  expect(result).toMatchObject({ code: 1, out: "" });
  expect(result.err).toBe(
    `Another Countersign (process ${process.pid}, http://127.0.0.1:1) uses the data directory ${dataDir}; stop it, or set DATA_DIR.\n`,
  );
  lock.release();
});
