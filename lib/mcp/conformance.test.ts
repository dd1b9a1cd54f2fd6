import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { json } from "node:stream/consumers";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { playScenario } from "#e2e/support/conformance-client.ts";
import type { Scenario } from "#e2e/support/conformance-sign-in.ts";
import { listeningAt } from "#e2e/support/listening.ts";

/** Reported by the suite, scored for nobody, and not spoken here: other ways of signing in. */
const left = [
  "auth/client-credentials-jwt",
  "auth/dpop",
  "auth/dpop-nonce",
  "auth/enterprise-managed-authorization",
  "auth/wif-jwt-bearer",
];

const suite = dirname(createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json"));
const forward = join(import.meta.dirname, "../../e2e/support/forwarding-client.ts");

type Check = { id: string; status: "SUCCESS" | "FAILURE" | "WARNING" | "INFO" | "SKIPPED"; errorMessage?: string };

/** Runs all that a revision requires; resolves to the checks of each scenario, and to why a scenario was not played. */
async function checksOf(revision: string): Promise<{ checks: Map<string, Check[]>; unplayed: Map<string, string> }> {
  const unplayed = new Map<string, string>();
  const server = createServer((request, response) => {
    void (async () => {
      // Sent by the command that stands below.
      const scenario = (await json(request)) as Scenario;
      await playScenario(scenario).catch((error: unknown) => unplayed.set(scenario.name, String(error)));
      response.end();
    })();
  });
  const command = `${process.execPath} ${forward} ${await listeningAt(server)}`;
  const folder = await mkdtemp(join(tmpdir(), "conformance-"));
  const args = ["client", "--command", command, "--requirements", revision, "-o", folder, "--timeout", "240000"];
  // A failed check is an exit code too; the checks say more.
  await promisify(execFile)(process.execPath, [join(suite, "dist/index.js"), ...args]).catch(() => {});
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith("checks.json"));
  const checks = new Map<string, Check[]>();
  for (const file of files) {
    const [, name = file] = /^(.+)-\d{4}-\d\d-\d\dT[^/]+$/.exec(dirname(file)) ?? [];
    checks.set(name, JSON.parse(await readFile(join(folder, file), "utf8")));
  }
  await rm(folder, { recursive: true });
  return { checks, unplayed };
}

test.for([
  ["2025-11-25", 18],
  ["2026-07-28", 32],
] as const)(
  "M1, M5, M90: our client passes all that the MCP conformance suite requires of clients of %s",
  async ([revision, least]) => {
    const { checks, unplayed } = await checksOf(revision);
    const played = [...checks].filter(([name]) => !left.includes(name));
    expect(played.length).toBeGreaterThanOrEqual(least);
    const said = played.flatMap(([name, all]) => {
      const failed = all.filter(({ status }) => status === "FAILURE" || status === "WARNING");
      const isEmpty = !all.some(({ status }) => status === "SUCCESS");
      const why = unplayed.get(name) ?? "";
      return [
        ...failed.map(({ id, status, errorMessage = "" }) => `${name}: ${status} ${id} ${errorMessage} ${why}`),
        ...(isEmpty ? [`${name}: nothing was checked ${why}`] : []),
      ];
    });
    expect(said).toEqual([]);
  },
);
