import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runScript } from "#e2e/support/run-script.ts";
import { aboutSecret } from "#lib/store/schema/about-secret.ts";
import { readEnv } from "#lib/server/settings/env.ts";
import { SecretBox } from "#lib/server/settings/secret-box.ts";
import { newSecretKey, secretKeyFile, secretKeys } from "#lib/server/settings/secret-keys.ts";
import { logger } from "#lib/server/observe/log.ts";
import { lockData } from "#lib/server/start/data-lock.ts";
import { openStore } from "#lib/server/start/open-store.ts";

/** A data directory with one sealed key, and what its store has of it now. */
async function home(keysGiven: string | null = null) {
  const folder = mkdtempSync(path.join(tmpdir(), "secrets-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = path.join(folder, "data");
  mkdirSync(dataDir, { mode: 0o700 });
  const read = readEnv({ DATA_DIR: dataDir, CONFIG_DIR: folder });
  if ("problem" in read) throw new Error(read.problem);
  const open = async () => {
    const database = await openStore(
      read.env,
      logger("silent", () => {}),
    );
    if ("problem" in database) throw new Error(database.problem);
    return database;
  };
  const account = { id: "openai", provider: "openai", base_url: null, person_id: null } as const;
  const box = () => new SecretBox(secretKeys({ given: keysGiven, dataDir }));
  const database = await open();
  const sealed_key = box().seal("sk-canary", aboutSecret.modelKey(account));
  await database.db
    .insertInto("model_connections")
    .values({ ...account, sealed_key, models_json: "[]", created_by: "kim", created_at: 0 })
    .execute();
  const hook = { id: "hook", kind: "signed", url: "https://hooks.example.com/", secret: "whsec_canary" } as const;
  await database.db
    .insertInto("webhooks")
    .values({ ...hook, with_arguments: 0, key_id: null, created_at: 0, last_at: null, last_problem: null })
    .execute();
  // One that nobody can open counts as none, and keeps nothing from being sealed again.
  const vouched_json = new SecretBox([newSecretKey()]).seal("{}", aboutSecret.serverConsent("web"));
  const consent = { server_id: "web", vouched_json, confirmed_by: null, confirmed_at: 0 };
  await database.db.insertInto("server_consents").values(consent).execute();
  await database.close();
  const hookSecret = async (keys: [Buffer, ...Buffer[]]) => {
    const again = await open();
    const { secret } = await again.db.selectFrom("webhooks").select("secret").executeTakeFirstOrThrow();
    await again.close();
    return new SecretBox(keys).open(secret, aboutSecret.webhook(hook, "secret"));
  };
  const sealed = async () => {
    const again = await open();
    const row = await again.db.selectFrom("model_connections").select("sealed_key").executeTakeFirstOrThrow();
    await again.close();
    return row.sealed_key ?? "";
  };
  const rotate = (env: Record<string, string> = {}) => runScript("secrets", { home: folder, env, args: ["rotate"] });
  return { folder, dataDir, account, sealed, hookSecret, rotate };
}

test("H17: a rotation seals every secret with a new key, and forgets the former one", async () => {
  const { dataDir, account, sealed, hookSecret, rotate } = await home();
  const [former] = secretKeys({ given: null, dataDir });
  const before = await sealed();
  expect(await rotate()).toMatchObject({ code: 0, out: expect.stringContaining("Sealed with the new key: 3.") });
  const keys = secretKeys({ given: null, dataDir });
  expect(keys).toHaveLength(1);
  expect(keys).not.toContainEqual(former);
  const after = await sealed();
  expect(after).not.toBe(before);
  expect(new SecretBox(keys).open(after, aboutSecret.modelKey(account))).toBe("sk-canary");
  expect(new SecretBox([former]).open(after, aboutSecret.modelKey(account))).toBeNull();
  expect(await hookSecret(keys)).toBe("whsec_canary");
});

test("H17: with SECRETS_KEY the first key is the new one", async () => {
  const [former, next] = [newSecretKey().toString("base64"), newSecretKey().toString("base64")];
  const { dataDir, account, sealed, rotate } = await home(former);
  expect(await rotate({ SECRETS_KEY: `${next},${former}` })).toMatchObject({ code: 0 });
  const [key] = secretKeys({ given: next, dataDir });
  expect(new SecretBox([key]).open(await sealed(), aboutSecret.modelKey(account))).toBe("sk-canary");
});

test("H17: nothing changes where the app runs, no key opens a secret, or the words are unknown", async () => {
  const { folder, dataDir, sealed, rotate } = await home();
  const [before, keys] = [await sealed(), readFileSync(secretKeyFile(dataDir), "utf8")];
  const lock = lockData(dataDir, { pid: process.pid, origin: "http://127.0.0.1:3000" });
  if ("problem" in lock) throw new Error(lock.problem);
  expect(await rotate()).toMatchObject({ code: 1, err: expect.stringMatching(/\S/) });
  expect(readFileSync(secretKeyFile(dataDir), "utf8")).toBe(keys);
  lock.release();
  const foreign = newSecretKey().toString("base64");
  const refused = await rotate({ SECRETS_KEY: foreign });
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("the key of the account openai") });
  expect(refused.err + refused.out).not.toContain(foreign);
  expect(await runScript("secrets", { home: folder, args: ["turn"] })).toMatchObject({ code: 2, out: "" });
  expect(await sealed()).toBe(before);
});
