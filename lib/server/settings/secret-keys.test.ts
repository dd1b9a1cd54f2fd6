import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  newSecretKey,
  parseSecretKeys,
  replaceSecretKeys,
  secretBox,
  secretKeyFile,
  secretKeyProblem,
  secretKeys,
} from "./secret-keys.ts";

let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "secret-keys-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test("H17: the first use makes a key that only we may read; the next ones use it", () => {
  const [key] = secretKeys({ given: null, dataDir });
  expect(key).toHaveLength(32);
  expect(statSync(secretKeyFile(dataDir)).mode & 0o777).toBe(0o600);
  expect(secretKeys({ given: null, dataDir })).toEqual([key]);
});

test("H17: an instance that seals nothing has no key", () => {
  secretBox({ given: null, dataDir });
  expect(() => statSync(secretKeyFile(dataDir))).toThrow(/ENOENT/);
});

test("H17: SECRETS_KEY wins, in base64 or hex, and may name former keys behind the present one", () => {
  const [present, former] = [newSecretKey(), newSecretKey()];
  const given = `${present.toString("base64")},${former.toString("hex")}`;
  expect(secretKeys({ given, dataDir })).toEqual([present, former]);
  expect(() => statSync(secretKeyFile(dataDir))).toThrow(/ENOENT/);
});

test.each(["", "secret", Buffer.alloc(31).toString("base64"), `${Buffer.alloc(32).toString("base64")},short`])(
  "H17: %j is no key",
  (text) => expect(parseSecretKeys(text)).toBeNull(),
);

test("H17: a key that others may read, and a file without one, are refused", () => {
  secretKeys({ given: null, dataDir });
  chmodSync(secretKeyFile(dataDir), 0o640);
  expect(() => secretKeys({ given: null, dataDir })).toThrow(/can be read or changed by other users/);
  chmodSync(secretKeyFile(dataDir), 0o600);
  writeFileSync(secretKeyFile(dataDir), "");
  expect(() => secretKeys({ given: null, dataDir })).toThrow(/holds no key/);
});

test("H17: keys are replaced whole, and never through somebody's link", () => {
  secretKeys({ given: null, dataDir });
  const elsewhere = path.join(dataDir, "elsewhere");
  symlinkSync(elsewhere, `${secretKeyFile(dataDir)}.new`);
  const [next, former] = [newSecretKey(), newSecretKey()];
  replaceSecretKeys(dataDir, [next, former]);
  expect(secretKeys({ given: null, dataDir })).toEqual([next, former]);
  expect(() => readFileSync(elsewhere)).toThrow(/ENOENT/);
});

test("H17: a key that cannot be used is said before anything starts", () => {
  expect(secretKeyProblem({ secretsKey: null, dataDir })).toBeNull();
  writeFileSync(secretKeyFile(dataDir), "", { mode: 0o600 });
  expect(secretKeyProblem({ secretsKey: null, dataDir })?.problem).toContain("secrets.key holds no key");
  expect(secretKeyProblem({ secretsKey: newSecretKey().toString("hex"), dataDir })).toBeNull();
});
