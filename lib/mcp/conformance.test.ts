import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** Everything the suite requires of a client that needs no sign-in, at the revision whose wire it checks. */
const required: [revision: string, scenario: string][] = [
  ["2025-11-25", "initialize"],
  ["2025-11-25", "tools_call"],
  ["2025-11-25", "elicitation-sep1034-client-defaults"],
  ["2025-11-25", "sse-retry"],
  ["2026-07-28", "tools_call"],
  ["2026-07-28", "request-metadata"],
  ["2026-07-28", "sep-2322-client-request-state"],
  ["2026-07-28", "http-standard-headers"],
  ["2026-07-28", "http-custom-headers"],
  ["2026-07-28", "http-invalid-tool-headers"],
  ["2026-07-28", "json-schema-ref-no-deref"],
];
/** Reported by the suite but scored for nobody. */
const unscored: typeof required = [
  ["2025-11-25", "json-schema-2020-12-preservation"],
  ["2026-07-28", "json-schema-2020-12-preservation"],
];

const suite = join(
  dirname(createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json")),
  "dist/index.js",
);
const client = join(import.meta.dirname, "../../e2e/support/conformance-client.ts");

type Check = { id: string; status: "SUCCESS" | "FAILURE" | "WARNING" | "INFO" | "SKIPPED"; errorMessage?: string };

/** Runs one scenario and returns its checks. */
async function checksOf(revision: string, scenario: string): Promise<Check[]> {
  const folder = await mkdtemp(join(tmpdir(), "conformance-"));
  const command = `${process.execPath} ${client}`;
  const args = ["client", "--command", command, "--scenario", scenario, "--spec-version", revision, "-o", folder];
  // A failed check is an exit code too; the checks say more.
  const output = await promisify(execFile)(process.execPath, [suite, ...args, "--timeout", "240000"]).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ stdout, stderr }),
  );
  const [run] = await readdir(folder);
  if (run === undefined) throw new Error(`The suite did not run: ${output.stdout}${output.stderr}`);
  const checks: Check[] = JSON.parse(await readFile(join(folder, run, "checks.json"), "utf8"));
  await rm(folder, { recursive: true });
  return checks;
}

test.for([...required, ...unscored])(
  "M1, M5: our client passes the MCP conformance suite's scenario of %s: %s",
  async ([revision, scenario]) => {
    const checks = await checksOf(revision, scenario);
    const failed = checks.filter(({ status }) => status === "FAILURE" || status === "WARNING");
    expect(failed.map(({ id, status, errorMessage }) => `${status} ${id}: ${errorMessage}`)).toEqual([]);
    expect(checks.some(({ status }) => status === "SUCCESS")).toBe(true);
  },
);
