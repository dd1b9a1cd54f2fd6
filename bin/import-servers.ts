// `npm run import-servers <file>`: adds tool servers from a file of another app, one after another, as each is agreed to.
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { agentsServerId } from "#lib/approvals/agents-server.ts";
import { fillEntry, missingIn } from "#lib/imports/fill-entry.ts";
import type { AskedValue, FoundServer } from "#lib/imports/found-server.ts";
import { readClientFile } from "#lib/imports/read-client-file.ts";
import { dots, shownValue } from "#lib/imports/shown-value.ts";
import type { Person } from "#lib/server/people/session.ts";
import { type Env, readEnv } from "#lib/server/settings/env.ts";
import { storeSecrets } from "#lib/server/start/store-secrets.ts";
import { readMcp } from "#lib/server/settings/read-configuration.ts";
import { textOfFileNow } from "#lib/server/settings/text-of-file.ts";
import { addServer, type ServerDeps } from "#lib/server/tools/edit-servers.ts";
import { planServers } from "#lib/server/tools/plan-servers.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { allPeople } from "#lib/store/people/people.ts";
import { readOversight } from "#lib/store/policies/tool-oversight.ts";
import { ownServerId } from "#lib/verdict/own-server-id.ts";
import { visibleText } from "#lib/untrusted/visible-text.ts";
import { fail, inStore } from "./in-store.ts";

const usage = "Use npm run import-servers -- <file>, with a file of Claude Desktop, Cursor, VS Code or another app.";

/** Exit code 0: read, whatever was added; 1: it cannot be read or added; 2: unknown arguments. */
async function run([file, ...rest]: string[]): Promise<number> {
  if (file === undefined || rest.length > 0) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  const text = textOf(file);
  if ("problem" in text) return fail(text.problem);
  const found = readClientFile(text.text);
  if ("problem" in found) return fail(inOneLine(`${file}: ${found.problem}`));
  const read = readEnv();
  if ("problem" in read) return fail(read.problem);
  return inStore(async (database) => {
    const place = await placeIn(database, read.env);
    if ("problem" in place) return fail(place.problem);
    const added = await addChosen(found.servers, place);
    if (found.more > 0) say(`${found.more} more servers of the file were not read.`);
    say(added === 0 ? "Nothing was added." : `Added: ${added}. Each starts after a look at it on the Tools page.`);
    return 0;
  });
}

function textOf(file: string): { text: string } | { problem: string } {
  try {
    const text = textOfFileNow(file);
    return text === null ? { problem: `${file} cannot be read: there is no such file.` } : { text };
  } catch (error) {
    return { problem: `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.` };
  }
}

type Place = { deps: ServerDeps; owner: Person };

/** Whoever reaches the store from here acts for the owner, as with a link of `npm run link`. */
async function placeIn(database: Database, env: Env): Promise<Place | { problem: string }> {
  const mcp = readMcp(env);
  if ("problem" in mcp) return mcp;
  const rows = await readOversight(database);
  const owner = (await allPeople(database)).find(({ role, disabled_at }) => role === "owner" && disabled_at === null);
  // What mcp.json lists is taken over at the first start, which must come before any change.
  if (owner === undefined || rows.version === 0) return { problem: "Start the app and open it once, then import." };
  const sources = {
    file: mcp.config,
    environment: env.variables,
    folder: env.configDir,
    isTeam: env.team !== null,
    secrets: storeSecrets(env),
  };
  const planned = planServers(sources, rows);
  const deps = { database, sources, planned: () => planned, ownIds: new Set([ownServerId, agentsServerId]) };
  return { deps, owner: { id: owner.id, name: owner.name, role: owner.role } };
}

async function addChosen(servers: FoundServer[], place: Place): Promise<number> {
  let added = 0;
  // One after another: somebody answers in between.
  /* oxlint-disable no-await-in-loop */
  for (const server of servers) {
    show(server);
    if (server.problem !== null) continue;
    if (!(await agrees("Import it?"))) continue;
    const answers = new Map<string, string>();
    for (const asked of server.asked) answers.set(asked.key, await valueOf(asked));
    const missing = missingIn(server, answers);
    if (missing.length > 0) say(inOneLine(`  Left out: it needs ${missing.join(", ")}.`));
    else if (await add(server, answers, place)) added += 1;
  }
  /* oxlint-enable no-await-in-loop */
  return added;
}

async function add(server: FoundServer, answers: Map<string, string>, { deps, owner }: Place): Promise<boolean> {
  const change = { person: owner, id: server.id, entry: fillEntry(server, answers) };
  let outcome = await addServer(deps, change);
  const confirm = "fields" in outcome ? outcome.fields?.["confirm"] : undefined;
  if (confirm !== undefined) {
    say(`  ${inOneLine(confirm)}`);
    if (!(await agrees("Agree to this?"))) return false;
    outcome = await addServer(deps, { ...change, confirm });
  }
  if ("refused" in outcome) say(`  Not added: ${inOneLine(outcome.message)}`);
  return "done" in outcome;
}

function show({ name, place, id, entry, notes, isOff, problem }: FoundServer): void {
  const { command, args = [], type, url = "", cwd, env, headers } = entry;
  const facts = [`called ${id} here`, ...(place === "" ? [] : [`of ${place}`]), ...(isOff ? ["switched off"] : [])];
  const start = command === undefined ? url : [command, ...args].map((word) => JSON.stringify(word)).join(" ");
  const values = Object.entries(env ?? headers ?? {}).map(([key, value]) => `  ${key}: ${shownValue(key, value)}`);
  const older = type === "sse" ? ["  spoken to by the older HTTP+SSE"] : [];
  const lines = [
    `${name} (${facts.join(", ")})`,
    ...(start === "" ? [] : [`  ${start}`]),
    ...(cwd === undefined ? [] : [`  in ${cwd}`]),
    ...values,
    ...older,
    ...[...notes.map(({ sentence }) => sentence), ...(problem === null ? [] : [problem])].map((line) => `  ${line}`),
  ];
  say(`\n${lines.map(inOneLine).join("\n")}`);
}

async function valueOf({ label, hint, isSecret, isLines, choices, preset, otherwise }: AskedValue): Promise<string> {
  const usual = preset === "" ? "" : ` [${isSecret ? dots : preset}]`;
  const among = choices.length === 0 ? "" : ` One of ${choices.join(", ")}.`;
  // Several lines cannot be typed here; they can be given on the Tools page.
  if (isLines) return "";
  say(inOneLine(`  ${label}${otherwise === null ? "" : " (optional)"}: ${hint}${among}`));
  return (await answer(`  >${inOneLine(usual)} `, isSecret)) || preset;
}

async function agrees(question: string): Promise<boolean> {
  return /^y(?:es)?$/i.test(await answer(`  ${question} [y/N] `, false));
}

/** What a file says must not look like further lines of ours. */
function inOneLine(text: string): string {
  return visibleText(text).replaceAll("\n", "⟨U+000A⟩");
}

let isHidden = false;
const screen = new Writable({
  write: (piece: Buffer, _encoding, written) => {
    if (!isHidden) process.stdout.write(piece);
    written();
  },
});
const input = createInterface({ input: process.stdin, output: screen, terminal: process.stdin.isTTY });
const lines = input[Symbol.asyncIterator]();

/** A line of whoever sits there; empty at the end of the input. What is hidden is not shown while it is typed. */
async function answer(prompt: string, hidden: boolean): Promise<string> {
  process.stdout.write(prompt);
  isHidden = hidden;
  const line = await lines.next();
  isHidden = false;
  if (hidden || !process.stdin.isTTY) process.stdout.write("\n");
  return line.done === true ? "" : line.value.trim();
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

process.exitCode = await run(process.argv.slice(2));
input.close();
