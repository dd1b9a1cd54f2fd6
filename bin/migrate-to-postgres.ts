// `npm run migrate-to-postgres`: copies the store of DATA_DIR into the empty database of DATABASE_URL.
import { existsSync } from "node:fs";
import { maskOf } from "#lib/audit/mask.ts";
import { readEnv } from "#lib/server/settings/env.ts";
import { logger } from "#lib/server/observe/log.ts";
import { moveToPostgres } from "#lib/server/start/move-to-postgres.ts";
import { nameOf, storeFile } from "#lib/server/start/open-store.ts";
import { secretKeyFile } from "#lib/server/settings/secret-keys.ts";
import { databaseSecrets } from "#lib/server/settings/read-configuration.ts";

async function run(): Promise<{ report: string } | { problem: string }> {
  const read = readEnv();
  if ("problem" in read) return read;
  const { env } = read;
  const mask = maskOf(databaseSecrets(env));
  const log = logger(env.logLevel, (line) => process.stderr.write(mask.text(line)));
  const moved = await moveToPostgres({ env, log, say });
  if ("problem" in moved) return { problem: mask.text(moved.problem) };
  const width = Math.max(...moved.copied.map(({ table }) => table.length));
  const lines = moved.copied.map(({ table, rows }) => `  ${table.padEnd(width)}  ${rows}`);
  const keys = secretKeyFile(env.dataDir);
  const isKeyed = env.secretsKey === null && existsSync(keys);
  return {
    report: [
      `Copied to ${nameOf(env)}, every row read back and equal:`,
      ...lines,
      "From now on start the app with this DATABASE_URL: npm start.",
      ...(isKeyed ? [`Set SECRETS_KEY to what stands in ${keys}: it opens the secrets that were copied.`] : []),
      `${storeFile(env.dataDir)} holds what it held; keep it as a backup. No app starts on it any more.`,
    ].join("\n"),
  };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const result = await run();
if ("report" in result) {
  say(result.report);
} else {
  process.stderr.write(`${result.problem}\n`);
  process.exitCode = 1;
}
