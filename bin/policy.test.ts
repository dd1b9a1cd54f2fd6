import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeHistory } from "#e2e/support/recorded-history.ts";
import { openStore } from "#lib/server/start/open-store.ts";
import { readEnv } from "#lib/server/settings/env.ts";
import { logger } from "#lib/server/observe/log.ts";

const root = path.resolve(import.meta.dirname, "..");

async function home() {
  const folder = await mkdtemp(path.join(tmpdir(), "policy-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const variables = { CONFIG_DIR: folder, DATA_DIR: path.join(folder, "data"), DATABASE_URL: "" };
  const write = async (text: string) => {
    const file = path.join(folder, "draft.yaml");
    await writeFile(file, text);
    return file;
  };
  const policy = (...args: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      const env = { ...process.env, ...variables };
      execFile(process.execPath, [path.join(root, "bin/policy.ts"), ...args], { env, cwd: folder }, (error, out, err) =>
        resolve({ code: error === null ? 0 : Number(error.code), out, err }),
      );
    });
  return { folder, variables, write, policy };
}

test("policy test: says whether a file is a policy, and what is wrong in which line", async () => {
  const { write, policy } = await home();
  const fine = await policy(
    "test",
    await write("rules:\n  - { tool: pay, then: deny }\n  - { server: app, then: ask }\n"),
  );
  expect(fine).toMatchObject({ code: 0, err: "" });
  expect(fine.out).toContain("with 2 rules");
  const wrong = await policy(
    "test",
    await write("rules:\n  - { tool: pay, then: maybe }\n  - { server: nope, then: ask }\n"),
  );
  expect(wrong).toMatchObject({ code: 1, out: "" });
  expect(wrong.err).toContain("line 2:");
  expect(wrong.err).toContain("line 3:");
  expect(await policy("test", "/nowhere.yaml")).toMatchObject({ code: 1 });
  for (const args of [[], ["test"], ["try", "x"], ["replay", "x", "--since", "soon"], ["test", "x", "y"]]) {
    expect(await policy(...args), args.join(" ")).toMatchObject({ code: 2, out: "" });
  }
});

test("policy replay: says what a file would have done on the calls of the store, and on those since a time", async () => {
  const { variables, write, policy } = await home();
  const file = await write("rules:\n  - { id: small, tool: pay, when: args.amount < 100, then: allow }\n");
  expect(await policy("replay", file)).toMatchObject({ code: 1, err: expect.stringContaining("There is no store") });
  const read = readEnv(variables);
  if ("problem" in read) throw new Error(read.problem);
  await mkdir(read.env.dataDir);
  const database = await openStore(
    read.env,
    logger("silent", () => {}),
  );
  if ("problem" in database) throw new Error(database.problem);
  await writeHistory(database, [
    { tool: "pay", args: { amount: 5 }, did: "accepted" },
    { tool: "pay", args: { amount: 50, to: "a\nb" }, did: "declined" },
    { tool: "pay", args: { amount: 500 }, did: "accepted", at: Date.UTC(2025, 0, 1) },
  ]);
  await database.close();
  const { code, out } = await policy("replay", file);
  expect(code).toBe(0);
  expect(out).toContain("3 recorded calls");
  expect(out).toMatch(/then\s+3 asked, 0 ran/);
  expect(out).toMatch(/now\s+1 asked, 2 ran/);
  expect(out).toContain("1 that it lets through");
  expect(out).toContain('declined srv/pay {"amount":50,"to":"a\\\\nb"} (rule:small)');
  expect((await policy("replay", file, "--since", "2025-06-01")).out).toContain("2 recorded calls");
});
