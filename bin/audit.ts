// `npm run audit -- verify [file]`, `npm run audit -- export [jsonl|csv]`: the audit trail, checked and written out.
import { createReadStream, existsSync } from "node:fs";
import { createInterface } from "node:readline";
import type { ChainState } from "#lib/audit/chain.ts";
import { csvHeader, csvLine, jsonLine } from "#lib/audit/export-lines.ts";
import { verifyExport } from "#lib/audit/read-export.ts";
import { sealedRecords, verifyAudit } from "#lib/server/verify-audit.ts";
import type { Database } from "#lib/store/database.ts";
import { fail, inStore } from "./in-store.ts";

const usage = `npm run audit -- verify            checks the audit trail of the store
npm run audit -- verify <file>     checks an export in JSON Lines, without the store
npm run audit -- export            writes the sealed trail as JSON Lines
npm run audit -- export csv        … as CSV`;

/** Exit code 0: whole; 1: broken, or it could not be looked at; 2: not understood. */
async function run([command, argument, ...rest]: string[]): Promise<number> {
  if (command === "verify" && rest.length === 0) {
    return argument === undefined ? inStore(verifyStore) : verifyFile(argument);
  }
  const format = argument ?? "jsonl";
  if (command === "export" && rest.length === 0 && (format === "jsonl" || format === "csv")) {
    return inStore((database) => exportFrom(database, format));
  }
  process.stderr.write(`${usage}\n`);
  return 2;
}

async function verifyFile(file: string): Promise<number> {
  if (!existsSync(file)) return fail(`There is no file ${file}.`);
  const lines = createInterface({ input: createReadStream(file, "utf8"), crlfDelay: Infinity });
  const { problem, head } = await verifyExport(lines);
  return tell(problem, head, "");
}

async function verifyStore(database: Database): Promise<number> {
  const { problem, head, unsealed } = await verifyAudit(database);
  return tell(problem, head, unsealed === 0 ? "" : ` ${unsealed} newer ones are not sealed yet.`);
}

function tell(problem: string | null, head: ChainState, more: string): number {
  const upTo = `${head.position} records are as they were sealed; the last seal is ${head.hash}.`;
  if (problem !== null) return fail(`The audit trail is broken. ${problem} Before it, ${upTo}`);
  process.stdout.write(`${upTo}${more}\n`);
  return 0;
}

async function exportFrom(database: Database, format: "jsonl" | "csv"): Promise<number> {
  if (format === "csv") process.stdout.write(csvHeader);
  for await (const record of sealedRecords(database)) {
    const line = format === "csv" ? csvLine(record) : jsonLine(record);
    if (!process.stdout.write(line)) await new Promise((resolve) => process.stdout.once("drain", resolve));
  }
  return 0;
}

process.exitCode = await run(process.argv.slice(2));
