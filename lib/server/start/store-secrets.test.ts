import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { testSecrets } from "#e2e/support/test-secrets.ts";
import { newSecretKey } from "#lib/server/settings/secret-keys.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { sqliteDatabase } from "#lib/store/engine/sqlite.ts";
import { migrate } from "#lib/store/migrations/migrate.ts";
import { aboutSecret } from "#lib/store/schema/about-secret.ts";
import { sealOlder, storeSecrets } from "./store-secrets.ts";

const hook = {
  id: "hook",
  kind: "slack",
  url: "https://hooks.example.com/canary-1",
  secret: "whsec_canary-2",
} as const;
const entry = JSON.stringify({ url: "https://web.example.com/mcp", headers: { Authorization: "Bearer canary-3" } });
const vouched = JSON.stringify({ v: 2, identity: { url: "https://web.example.com/mcp?token=canary-4" } });
const push = JSON.stringify({ publicKey: "p", privateKey: "canary-5" });

/** As a release that sealed nothing left it. */
async function fill({ db }: Database): Promise<void> {
  const at = { created_at: 0, last_at: null, last_problem: null };
  await db
    .insertInto("webhooks")
    .values({ ...hook, ...at, with_arguments: 0, key_id: null })
    .execute();
  const server = { id: "web", entry_json: entry, disabled: 0, trusted: null, exposure: null, changed_at: 0 };
  await db
    .insertInto("tool_servers")
    .values([
      { ...server, changed_by: "kim" },
      { ...server, id: "of-the-file", entry_json: null, changed_by: "kim" },
    ])
    .execute();
  const consent = { server_id: "web", vouched_json: vouched, confirmed_by: "kim", confirmed_at: 0 };
  await db.insertInto("server_consents").values(consent).execute();
  await db.insertInto("instance").values({ key: "vapid", value: push }).execute();
}

async function texts({ db }: Database): Promise<Record<"url" | "secret" | "entry" | "vouched" | "push", string>> {
  const { url, secret } = await db.selectFrom("webhooks").selectAll().executeTakeFirstOrThrow();
  const server = await db.selectFrom("tool_servers").selectAll().where("id", "=", "web").executeTakeFirstOrThrow();
  const consent = await db.selectFrom("server_consents").selectAll().executeTakeFirstOrThrow();
  const kept = await db.selectFrom("instance").selectAll().where("key", "=", "vapid").executeTakeFirstOrThrow();
  return { url, secret, entry: server.entry_json ?? "", vouched: consent.vouched_json, push: kept.value };
}

const abouts = {
  url: aboutSecret.webhook(hook, "url"),
  secret: aboutSecret.webhook(hook, "secret"),
  entry: aboutSecret.serverEntry("web"),
  vouched: aboutSecret.serverConsent("web"),
  push: aboutSecret.pushKeys(),
};
const plain = { url: hook.url, secret: hook.secret, entry, vouched, push };

function told() {
  const lines: [event: string, fields: unknown][] = [];
  const tell = (event: string, fields?: unknown) => void lines.push([event, fields]);
  return { lines, log: { info: tell, warn: tell } };
}

test("H17: what an older release left in plain is sealed at the start, once, by however many instances", async () => {
  const database = await openTestDatabase();
  await fill(database);
  const key = newSecretKey();
  const { lines, log } = told();
  await Promise.all([1, 2, 3].map(() => sealOlder({ database, secrets: testSecrets(key), log })));
  expect(lines).toEqual([["secrets.sealed", { count: 5 }]]);
  const sealed = await texts(database);
  expect(JSON.stringify(sealed)).not.toContain("canary");
  const secrets = testSecrets(key);
  for (const name of Object.keys(plain) as (keyof typeof plain)[]) {
    expect(secrets.open(sealed[name], abouts[name])).toBe(plain[name]);
    expect(secrets.open(sealed[name], abouts[name === "url" ? "secret" : "url"])).toBeNull();
  }

  const other = told();
  await sealOlder({ database, secrets: testSecrets(), log: other.log });
  expect(other.lines).toEqual([
    ["secrets.sealed-elsewhere", { what: expect.arrayContaining([expect.stringContaining("web")]) }],
  ]);
  expect(await texts(database)).toEqual(sealed);
});

test("H17: nothing of it stays in the file of the store", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "sealed-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, "store.sqlite");
  const written = sqliteDatabase({ file });
  await migrate(written);
  await fill(written);
  await written.close();
  expect(readFileSync(file).includes("canary")).toBe(true);
  const database = sqliteDatabase({ file });
  const { log } = told();
  await sealOlder({ database, secrets: testSecrets(), log });
  await database.close();
  expect(readdirSync(folder)).toEqual(["store.sqlite"]);
  expect(readFileSync(file).includes("canary")).toBe(false);
});

test("H17: beside a database elsewhere a key is needed that every instance has; until then the log says so", async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "sealed-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const database = await openTestDatabase();
  await fill(database);
  const databaseUrl = "postgres://127.0.0.1/x";
  const { lines, log } = told();
  await sealOlder({ database, secrets: storeSecrets({ dataDir, databaseUrl, secretsKey: null }), log });
  expect(lines).toEqual([["secrets.plain", { count: 5, why: "SECRETS_KEY is not set." }]]);
  expect(await texts(database)).toEqual(plain);
  expect(readdirSync(dataDir)).toEqual([]);

  const secretsKey = newSecretKey().toString("base64");
  const secrets = storeSecrets({ dataDir, databaseUrl, secretsKey });
  await sealOlder({ database, secrets, log });
  expect(secrets.open((await texts(database)).entry, abouts.entry)).toBe(entry);
  expect(readdirSync(dataDir)).toEqual([]);
});

test("H17: what a local instance sealed by its file opens beside a database elsewhere too", async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "sealed-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const local = storeSecrets({ dataDir, databaseUrl: null, secretsKey: null });
  const sealed = local.seal("canary", "about");
  const moved = storeSecrets({ dataDir, databaseUrl: "postgres://127.0.0.1/x", secretsKey: null });
  expect(moved.open(sealed, "about")).toBe("canary");
  const secretsKey = readFileSync(path.join(dataDir, "secrets.key"), "utf8");
  expect(storeSecrets({ dataDir: "/nowhere", databaseUrl: null, secretsKey }).open(sealed, "about")).toBe("canary");
});
