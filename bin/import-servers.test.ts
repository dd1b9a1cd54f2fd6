import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { owner, toolAudit, toolsProcess } from "#e2e/support/tools-world.ts";
import { SecretBox } from "#lib/server/settings/secret-box.ts";
import { secretKeys } from "#lib/server/settings/secret-keys.ts";
import { storeFile } from "#lib/server/start/open-store.ts";
import { migrate } from "#lib/store/migrations/migrate.ts";
import { aboutSecret } from "#lib/store/schema/about-secret.ts";
import { sqliteDatabase } from "#lib/store/engine/sqlite.ts";

const root = path.resolve(import.meta.dirname, "..");
const clientFile = path.join(root, "e2e/support/client-files/vscode-mcp.json");

async function home() {
  const folder = await mkdtemp(path.join(tmpdir(), "import-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const env = { ...process.env, CONFIG_DIR: folder, DATA_DIR: folder, DATABASE_URL: "" };
  const run = (lines: string[], ...args: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      const file = path.join(root, "bin/import-servers.ts");
      const child = execFile(process.execPath, [file, ...args], { env, cwd: folder }, (error, out, err) =>
        resolve({ code: error === null ? 0 : Number(error.code), out, err }),
      );
      child.stdin?.end(lines.map((line) => `${line}\n`).join(""));
    });
  const open = async () => {
    const database = sqliteDatabase({ file: storeFile(folder) });
    onTestFinished(() => database.close());
    await migrate(database);
    return database;
  };
  return { folder, run, open };
}

test("E16: import-servers shows what each server would start, asks for values, and adds those that are agreed to", async () => {
  const { folder, run, open } = await home();
  const database = await open();
  const before = await toolsProcess({}, { database });
  onTestFinished(() => before.close());
  const { code, out, err } = await run(["y", "us", "pplx-secret", "n"], clientFile);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toContain('"npx" "-y" "server-perplexity-ask@0.1.3" "--region" "${input:region}"');
  expect(out).toContain("Region One of eu, us.");
  expect(out).not.toContain("pplx-secret");
  expect(out).toMatch(/Added: 1\. Each starts after a look at it on the Tools page\.\n$/);
  const [row] = await database.db.selectFrom("tool_servers").selectAll().execute();
  expect(row?.entry_json).not.toContain("pplx");
  const box = new SecretBox(secretKeys({ given: null, dataDir: folder }));
  expect(JSON.parse(box.open(row?.entry_json ?? "", aboutSecret.serverEntry("perplexity")) ?? "")).toEqual({
    title: "Perplexity",
    command: "npx",
    args: ["-y", "server-perplexity-ask@0.1.3", "--region", "us"],
    env: { PERPLEXITY_API_KEY: "pplx-secret" },
  });
  expect(await database.db.selectFrom("server_consents").selectAll().execute()).toEqual([]);
  expect(await toolAudit(database)).toEqual([
    expect.objectContaining({
      kind: "server-added",
      person: "owner",
      detail: expect.objectContaining({ by: "person" }),
    }),
  ]);
  const again = await run(["y", "us", "pplx-secret", "n"], clientFile);
  expect(again.out).toContain("Not added: There is a server perplexity already.");
});

test("E16: without a word nothing is added, nor before the app was opened", async () => {
  const { folder, run, open } = await home();
  expect(await run([], clientFile)).toMatchObject({ code: 1, err: expect.stringMatching(/^There is no store/) });
  const database = await open();
  // Somebody owns it already, and mcp.json was not taken over yet.
  await database.db
    .insertInto("people")
    .values({ ...owner, created_at: 0 })
    .execute();
  expect(await run(["y"], clientFile)).toEqual({
    code: 1,
    out: "",
    err: "Start the app and open it once, then import.\n",
  });
  const before = await toolsProcess({}, { database });
  onTestFinished(() => before.close());
  expect((await run([], clientFile)).out).toMatch(/Nothing was added\.\n$/);
  const broken = path.join(folder, "broken.json");
  await writeFile(broken, "{ nothing }");
  expect(await run([], broken)).toMatchObject({ code: 1, err: expect.stringContaining("line 1, column 3") });
  expect(await run([])).toMatchObject({ code: 2 });
  expect(await database.db.selectFrom("tool_servers").selectAll().execute()).toEqual([]);
});

test("E16: what a file says does not look like further lines of the console", async () => {
  const { folder, run, open } = await home();
  const before = await toolsProcess({}, { database: await open() });
  onTestFinished(() => before.close());
  const file = path.join(folder, "hostile.json");
  const imitated = '\n\n  "npx" "harmless"\n  Import it? [y/N] y\n';
  const asks = { type: "promptString", id: "where", description: `Where${imitated}`, default: `here${imitated}` };
  const servers = {
    [`shop${imitated}`]: {
      command: "sh",
      args: ["-c", `echo "${imitated}"`],
      env: { A: imitated },
      cwd: `/${imitated}`,
    },
    web: { url: `https://shop.test/${imitated}`, headers: { [`X-A${imitated}`]: "${input:where}" } },
  };
  await writeFile(file, JSON.stringify({ servers, inputs: [asks] }));
  const { out } = await run(["n", "y", ""], file);
  expect(out).toContain("shop⟨U+000A⟩");
  expect(out).toContain("Where⟨U+000A⟩");
  expect(out.split("\n").filter((line) => /^\s*"npx"|^ *Import it\? \[y\/N\] y/.test(line))).toEqual([]);
});
