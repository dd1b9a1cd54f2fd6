// `npm run policy -- test <file>`, `npm run policy -- replay <file> [--since …]`: checks and rehearses a policy.
import { readMcp, serversOfFile } from "#lib/server/settings/read-configuration.ts";
import { textOfFileNow } from "#lib/server/settings/text-of-file.ts";
import { parsePolicyFile } from "#lib/policies/file/policy-file.ts";
import { rulesOf } from "#lib/policies/parts-of-policy.ts";
import type { Rehearsal, Tally } from "#lib/policies/changes/rehearsal.ts";
import type { ToolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import { loadCodePolicies, withCode } from "#lib/server/policies/code-policies.ts";
import { readEnv } from "#lib/server/settings/env.ts";
import { rehearse } from "#lib/server/policies/rehearse.ts";
import { serversOfApp } from "#lib/store/policies/tool-oversight.ts";
import { fail, hasStore, inStore } from "./in-store.ts";

const usage = `npm run policy -- test <file>      checks a policy file
npm run policy -- replay <file>    what it would have done on the recorded calls
                       --since 7d, 12h or 2026-01-31: only on those since then`;

/** Exit code 0: valid; 1: it has errors, or the calls cannot be read; 2: unknown arguments. */
async function run([command, file, option, since, ...rest]: string[]): Promise<number> {
  const withinMs = option === undefined ? null : option === "--since" ? ageOf(since ?? "") : "wrong";
  if ((command !== "test" && command !== "replay") || file === undefined || rest.length > 0 || withinMs === "wrong") {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  const read = await readPolicy(file);
  if ("problem" in read) return fail(read.problem);
  if (command === "test") {
    process.stdout.write(`${file} is a policy${read.rules === 0 ? "" : ` with ${read.rules} rules`}.\n`);
    return 0;
  }
  return inStore(async (database) => {
    tell(await rehearse(database, read.policy, { withinMs }));
    return 0;
  });
}

async function readPolicy(file: string): Promise<{ policy: ToolApprovalPolicy; rules: number } | { problem: string }> {
  let text: string;
  try {
    const read = textOfFileNow(file);
    if (read === null) return { problem: `${file} cannot be read: there is no such file.` };
    text = read;
  } catch (error) {
    return { problem: `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.` };
  }
  const env = readEnv();
  const mcp = "problem" in env ? env : readMcp(env.env);
  if ("problem" in mcp) return mcp;
  const code = "problem" in env ? env : await loadCodePolicies(env.env.configDir);
  if ("problem" in code) return code;
  const parsed = await parse(text, serversOfFile(mcp.config));
  if ("problems" in parsed) {
    return { problem: parsed.problems.map(({ line, message }) => `${file}, line ${line}: ${message}.`).join("\n") };
  }
  const { policy } = parsed;
  return { policy: withCode(code)(policy), rules: rulesOf(policy).length };
}

/** Looks up the servers added in the app only where a rule names a server that the files do not know. */
async function parse(text: string, ofFile: string[]): Promise<ReturnType<typeof parsePolicyFile>> {
  const parsed = parsePolicyFile(text, { serverIds: ofFile });
  if ("policy" in parsed || "problems" in parsePolicyFile(text) || !hasStore()) return parsed;
  let ofApp: string[] = [];
  await inStore(async (database) => {
    const { added, removed } = await serversOfApp(database);
    ofApp = [...added, ...removed];
    return 0;
  });
  return parsePolicyFile(text, { serverIds: [...ofFile, ...ofApp] });
}

const units = { d: 24 * 60 * 60 * 1000, h: 60 * 60 * 1000 };

/** How long ago that is, in milliseconds. */
function ageOf(since: string): number | "wrong" {
  const [, count, unit] = /^(\d{1,5})([dh])$/.exec(since) ?? [];
  if (count !== undefined) return Number(count) * units[unit as "d" | "h"];
  const at = /^\d{4}-\d{2}-\d{2}/.test(since) ? Date.parse(since) : Number.NaN;
  return Number.isNaN(at) ? "wrong" : Math.max(0, Date.now() - at);
}

function tell({ calls, was, would, hidden, letThrough }: Rehearsal): void {
  const line = (name: string, { ask, allow, deny }: Tally) =>
    `  ${name.padEnd(10)} ${ask} asked, ${allow} ran without asking, ${deny} refused\n`;
  process.stdout.write(`${calls} recorded calls\n${line("then", was)}${line("now", would)}`);
  if (hidden > 0) process.stdout.write(`${hidden} of those refused are of tools that the model would not have seen\n`);
  process.stdout.write(`${letThrough.count} that it lets through were declined or edited by a person\n`);
  for (const { at, server, tool, argumentsJson, answer, ruleId } of letThrough.first) {
    const call = oneLine(`${server}/${tool} ${argumentsJson ?? ""} (${ruleId})`);
    process.stdout.write(`  ${new Date(at).toISOString()} ${answer} ${call}\n`);
  }
  const more = letThrough.count - letThrough.first.length;
  if (more > 0) process.stdout.write(`  and ${more} more\n`);
}

/** Names and arguments come from servers and models, so they are printed on one line (THREATS H2). */
function oneLine(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
}

process.exitCode = await run(process.argv.slice(2));
