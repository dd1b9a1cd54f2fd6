#!/usr/bin/env node
// Asks Countersign before an agent runs a tool of its own. One file, no packages, Node 18 or newer.
//
//   node countersign-hook.mjs <claude-code | codex | gemini-cli | cursor | copilot-cli> [seconds] [--url …] [--key-file …]
//   node countersign-hook.mjs install <agent> [seconds] [--url …] [--print]
//
// Reads the hook's JSON on stdin and answers in the agent's own way. Whatever fails is a no: exit code 2, which each of
// these agents takes as "do not run". --url and --key-file, or COUNTERSIGN_URL and COUNTERSIGN_KEY (or
// COUNTERSIGN_KEY_FILE), say whom to ask; `seconds` is how long, and must be less than the agent gives its hooks.
//
// `install` writes the hook into the settings of an agent, keeps what stands there, and says what it did. --print only
// says it.

import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const mostBytes = 1024 * 1024;
const readWithinMs = 10_000;
/** Left of the time for our last words. */
const marginMs = 2_000;
/** An answer or a `wait` comes sooner. */
const requestMs = 40_000;

const said = (hookEventName, output) => ({ hookSpecificOutput: { hookEventName, ...output } });
const changed = (input) => (input === undefined ? {} : { updatedInput: input });
const byName = ({ tool_name, tool_input, cwd }) => ({ tool: tool_name, arguments: tool_input, cwd });

/** For each agent: what its events ask, how it hears a yes and a no, and whether it runs arguments that were changed. */
const agents = {
  "claude-code": {
    takesChanges: true,
    events: { PreToolUse: byName, PermissionRequest: byName },
    allow: (event, { reason, arguments: input }) =>
      event === "PreToolUse"
        ? said(event, { permissionDecision: "allow", permissionDecisionReason: reason, ...changed(input) })
        : said(event, { decision: { behavior: "allow", ...changed(input) } }),
    deny: (event, reason) =>
      event === "PermissionRequest"
        ? said(event, { decision: { behavior: "deny", message: reason } })
        : said("PreToolUse", { permissionDecision: "deny", permissionDecisionReason: reason }),
  },
  codex: {
    events: { PreToolUse: byName, PermissionRequest: byName },
    // Codex knows no plain yes before a tool: with nothing said it goes on by its own approval settings.
    allow: (event) => (event === "PreToolUse" ? {} : said(event, { decision: { behavior: "allow" } })),
    deny: (event, reason) => agents["claude-code"].deny(event, reason),
  },
  "gemini-cli": {
    events: { BeforeTool: byName },
    allow: () => ({ decision: "allow" }),
    deny: (_event, reason) => ({ decision: "deny", reason }),
  },
  cursor: {
    events: {
      preToolUse: byName,
      beforeShellExecution: ({ command, cwd }) => ({ tool: "Shell", arguments: { command }, cwd }),
      beforeMCPExecution: ({ tool_name, tool_input, url, command, cwd }) => ({
        tool: `mcp:${serverNamed(url, command)}:${tool_name}`,
        arguments: fromText(tool_input),
        cwd,
        summary: `A tool of the MCP server ${url ?? command}`,
      }),
    },
    allow: () => ({ permission: "allow" }),
    deny: (_event, reason) => ({ permission: "deny", user_message: reason, agent_message: reason }),
  },
  "copilot-cli": {
    // Its events do not say which they are.
    events: {
      "": ({ toolName, toolArgs, cwd }) => {
        // Some models write a patch as it stands, and not as JSON.
        const isPatch = toolName === "apply_patch" && typeof toolArgs === "string";
        return { tool: toolName, arguments: isPatch ? { patch: toolArgs } : fromText(toolArgs), cwd };
      },
    },
    allow: () => ({ permissionDecision: "allow" }),
    deny: (_event, reason) => ({ permissionDecision: "deny", permissionDecisionReason: reason }),
  },
};

/** Left of the agent's time for its hooks. */
const spareSeconds = 30;
/** What stands in the settings of an agent, by event. The first entry of a list is ours. */
const group = (matcher, command, timeout) => ({ matcher, hooks: [{ type: "command", timeout, command }] });
const settings = {
  "claude-code": {
    folder: () => process.env.CLAUDE_CONFIG_DIR ?? join(homedir(), ".claude"),
    file: "settings.json",
    hooks: (command, seconds) => ({
      PreToolUse: group("Bash|Edit|Write|NotebookEdit|WebFetch|mcp__.*", command, seconds),
    }),
  },
  codex: {
    folder: () => process.env.CODEX_HOME ?? join(homedir(), ".codex"),
    file: "config.toml",
    toml: (command, seconds) =>
      `[[hooks.PreToolUse]]\nmatcher = ".*"\n\n[[hooks.PreToolUse.hooks]]\ntype = "command"\n` +
      `command = ${JSON.stringify(command)}\ntimeout = ${seconds}\n`,
    afterwards:
      "Now start Codex and trust the hook: it asks at its start, and /hooks shows it. Until then it runs without it.",
  },
  "gemini-cli": {
    folder: () => join(homedir(), ".gemini"),
    file: "settings.json",
    hooks: (command, seconds) => ({
      BeforeTool: group("run_shell_command|write_file|replace|web_fetch", command, seconds * 1000),
    }),
  },
  cursor: {
    folder: () => join(homedir(), ".cursor"),
    file: "hooks.json",
    more: { version: 1 },
    hooks: (command, timeout) => ({
      beforeShellExecution: { command, timeout, failClosed: true },
      beforeMCPExecution: { command, timeout, failClosed: true },
    }),
  },
  "copilot-cli": {
    folder: () => process.env.COPILOT_HOME ?? join(homedir(), ".copilot"),
    file: join("hooks", "countersign.json"),
    more: { version: 1 },
    hooks: (bash, timeoutSec) => ({
      preToolUse: { type: "command", matcher: "bash|create|edit|apply_patch|web_fetch", bash, timeoutSec },
    }),
  },
};

const isInstall = process.argv[2] === "install";
const { positionals, values: options, problem } = argumentsGiven();
const [name = "", given = isInstall ? "300" : "240"] = positionals.slice(isInstall ? 1 : 0);
const agent = Object.hasOwn(agents, name) ? agents[name] : undefined;
const until = Date.now() + Number(given) * 1000 - marginMs;
let event = "";
/** The arguments as the agent wrote them, where it sent them as a text. */
let written;

function argumentsGiven() {
  const text = { type: "string" };
  try {
    const flags = { url: text, "key-file": text, print: { type: "boolean" } };
    return parseArgs({ allowPositionals: true, options: flags });
  } catch (error) {
    return { positionals: process.argv.slice(2), values: {}, problem: error.message };
  }
}

/** Tools of different MCP servers have names of their own: a grant or a rule for one is none for another. */
function serverNamed(url, command) {
  const whole = typeof url === "string" ? url : String(command ?? "").trim();
  const plain = (typeof url === "string" ? new URL(url).host : whole).replace(/[^A-Za-z0-9_.:/-]+/g, "_").slice(-40);
  if (plain === "") throw new Error("The MCP server of this tool has no name.");
  return `${plain}:${createHash("sha256").update(whole).digest("hex").slice(0, 12)}`;
}

/** Arguments as some agents write them: JSON in a text, which is sent as it stands, so that it is judged as it was written. */
function fromText(input) {
  if (typeof input !== "string") return input;
  written = input;
  return JSON.parse(input);
}

/** Throws for what another reader could read as another call: a number that none here can hold, a key that stands twice. */
function readable(text) {
  let keys = 0;
  const value = JSON.parse(text, function (_key, each) {
    if (typeof each === "number" && !Number.isFinite(each)) throw new Error("a number is too large to be shown.");
    if (!Array.isArray(this)) keys += 1;
    return each;
  });
  // Outside of texts a colon stands after each key and nowhere else.
  let colons = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    if (isText && text[at] === "\\") at += 1;
    else if (text[at] === '"') isText = !isText;
    else if (text[at] === ":" && !isText) colons += 1;
  }
  // The value itself was counted as one of a holder.
  if (colons !== keys - 1) throw new Error("a key stands twice in what the agent sent.");
  return value;
}

/** The one end that lets nothing run. Never returns. */
function refuse(why) {
  const reason = `Not run. Countersign: ${String(why)}`;
  try {
    if (agent !== undefined) writeSync(1, `${JSON.stringify(agent.deny(event, reason))}\n`);
    writeSync(2, `${reason}\n`);
  } catch {
    // Nobody reads it; the exit code says the same.
  }
  process.exit(2);
}

async function payload() {
  const slow = setTimeout(() => refuse("the agent sent nothing to judge."), readWithinMs);
  const pieces = [];
  let bytes = 0;
  for await (const piece of process.stdin) {
    bytes += piece.length;
    if (bytes > mostBytes) refuse("the call is too large to be shown.");
    pieces.push(piece);
  }
  clearTimeout(slow);
  return readable(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(pieces)));
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What the agent wants to run. Throws where that cannot be told. */
function wanted(input) {
  event = typeof input.hook_event_name === "string" ? input.hook_event_name : "";
  if (!Object.hasOwn(agent.events, event)) throw new Error(`the hook does not know the event "${event}".`);
  const { cwd, summary, ...call } = agent.events[event](input);
  if (typeof call.tool !== "string") throw new Error("the agent did not name a tool.");
  if (!isObject(call.arguments)) throw new Error("the arguments of the tool are no object.");
  return {
    ...call,
    agent: name,
    takesChanges: agent.takesChanges === true,
    timeoutMs: Math.min(3_600_000, Math.max(5_000, until - Date.now())),
    ...(typeof cwd === "string" ? { cwd: cwd.slice(0, 1_000) } : {}),
    ...(typeof summary === "string" ? { summary: summary.slice(0, 500) } : {}),
  };
}

/** Refuses to send the key where others could read it. */
function address() {
  const url = new URL(options.url ?? process.env.COUNTERSIGN_URL ?? "http://127.0.0.1:3000");
  const isHere = ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isHere)) {
    throw new Error("the address of Countersign must begin with https://, or name this computer.");
  }
  return url;
}

function key() {
  const { COUNTERSIGN_KEY: said, COUNTERSIGN_KEY_FILE: file } = process.env;
  const found =
    options["key-file"] === undefined
      ? (said ?? (file === undefined ? "" : readFileSync(file, "utf8")))
      : readFileSync(options["key-file"], "utf8");
  return checked(found.trim());
}

function checked(key) {
  if (key === "") throw new Error("there is no key: set COUNTERSIGN_KEY or COUNTERSIGN_KEY_FILE.");
  // What is no key is repeated nowhere, as the error of a header would.
  if (!/^[A-Za-z0-9_-]+$/.test(key)) throw new Error("what COUNTERSIGN_KEY or its file holds is no key.");
  return key;
}

/** Text that JSON.parse took is one value, so it may stand where one does. */
function bodyOf({ arguments: input, ...ask }) {
  return `${JSON.stringify(ask).slice(0, -1)},"arguments":${written ?? JSON.stringify(input)}}`;
}

async function send(path, headers, body) {
  const response = await fetch(new URL(path, address()), {
    method: body === undefined ? "GET" : "POST",
    headers,
    redirect: "error",
    signal: AbortSignal.timeout(requestMs),
    ...(body === undefined ? {} : { body }),
  });
  const answer = await response.json();
  if (response.status !== 200) throw new Error(`it answered ${response.status}: ${answer?.detail ?? "nothing more"}`);
  return answer;
}

async function main() {
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => refuse("the hook was stopped."));
  process.on("uncaughtException", (error) => refuse(error?.message));
  process.on("unhandledRejection", (error) => refuse(error?.message));
  // Also when something above hangs.
  setTimeout(() => refuse("nobody answered in time."), Math.min(Math.max(0, until - Date.now()), 2 ** 31 - 1));
  if (problem !== undefined) throw new Error(problem);
  if (agent === undefined) throw new Error(`the hook knows ${Object.keys(agents).join(", ")}, and no "${name}".`);
  if (!(Number(given) > marginMs / 1000)) throw new Error(`"${given}" is no number of seconds.`);
  const ask = wanted(await payload());
  const headers = { authorization: `Bearer ${key()}`, "content-type": "application/json" };
  let answer = await send("/api/asks", headers, bodyOf(ask));
  while (answer?.decision === "wait" && typeof answer.id === "string") {
    const { ["content-type"]: _, ...reading } = headers;
    answer = await send(`/api/asks/${encodeURIComponent(answer.id)}`, reading);
  }
  if (answer?.decision !== "allow") refuse(answer?.reason ?? "it gave no answer.");
  const { arguments: changes } = answer;
  if (changes !== undefined && !ask.takesChanges) refuse("the arguments were changed, which this agent cannot take.");
  if (changes !== undefined && !isObject(changes)) refuse("the changed arguments are no object.");
  process.stdout.write(`${JSON.stringify(agent.allow(event, answer))}\n`, () => process.exit(0));
}

const ours = "countersign-hook.mjs";
const begins = "# countersign-hook: begin";
const ends = "# countersign-hook: end";

/** A path as both sh and cmd read it in a command. */
function quoted(path) {
  if (/["$`!%\n]/.test(path) || (process.platform !== "win32" && path.includes("\\"))) {
    throw new Error(`the path ${path} cannot stand in a command.`);
  }
  return `"${path}"`;
}

/** The text of the settings with the hook in it; the same text where it is in it already. */
function withHook(where, text, command, seconds) {
  if (where.toml === undefined) return withJson(where, text, where.hooks(command, seconds));
  const block = `${begins}\n${where.toml(command, seconds)}${ends}\n`;
  const from = text.indexOf(begins);
  const to = text.indexOf(ends);
  if (from >= 0 && to > from) return text.slice(0, from) + block + text.slice(to + ends.length).replace(/^\r?\n/, "");
  if (text.includes(ours)) throw new Error("it names the hook already, in a way of its own.");
  if (/^[\t ]*(hooks\s*[=.]|PreToolUse\s*=)/m.test(text))
    throw new Error("it has hooks in a way that cannot be added to.");
  return `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${text === "" ? "" : "\n"}${block}`;
}

function withJson({ more = {} }, text, entries) {
  const found = text.trim() === "" ? {} : JSON.parse(text);
  if (!isObject(found) || !isObject(found.hooks ?? {})) throw new Error("it does not hold what settings hold.");
  const hooks = { ...found.hooks };
  for (const [event, entry] of Object.entries(entries)) {
    const list = hooks[event] ?? [];
    if (!Array.isArray(list)) throw new Error(`its hooks for ${event} are no list.`);
    hooks[event] = withEntry(list, entry);
  }
  const next = { ...more, ...found, hooks };
  if (text.trim() !== "" && JSON.stringify(next) === JSON.stringify(found)) return text;
  const indent = /^[\t ]+/m.exec(text)?.[0] ?? "  ";
  return `${JSON.stringify(next, null, indent)}\n`;
}

/** Takes the place of an entry of ours, whose matcher stays; else it comes last. */
function withEntry(list, entry) {
  const isOurs = (one) => [one?.command, one?.bash].some((said) => typeof said === "string" && said.includes(ours));
  const at = list.findIndex((one) => isOurs(one) || (Array.isArray(one?.hooks) && one.hooks.some(isOurs)));
  if (at < 0) return [...list, entry];
  const former = list[at];
  const hooks = former.hooks?.map((one) => (isOurs(one) ? { ...one, ...entry.hooks[0] } : one));
  const matcher = former.matcher === undefined ? {} : { matcher: former.matcher };
  const next = hooks === undefined ? { ...former, ...entry, ...matcher } : { ...former, hooks };
  return list.map((one, index) => (index === at ? next : one));
}

/** Replaces a file as a whole or not at all; a link goes on leading to it. */
function replaceFile(path, text, mode) {
  const real = existsSync(path) ? realpathSync(path) : path;
  const fresh = `${real}.${process.pid}.new`;
  writeFileSync(fresh, text, { mode, flag: "wx" });
  chmodSync(fresh, mode);
  renameSync(fresh, real);
}

function backUp(path) {
  let copy = `${path}.before-countersign`;
  for (let number = 2; existsSync(copy); number += 1) copy = `${path}.before-countersign-${number}`;
  copyFileSync(path, copy);
  return copy;
}

async function keyToKeep() {
  const said = process.env.COUNTERSIGN_KEY?.trim();
  if (said) return said;
  if (process.stdin.isTTY) writeSync(2, "The key, from Settings → Clients: ");
  for await (const line of createInterface({ input: process.stdin })) return line.trim();
  return "";
}

/** Throws unless the app knows the key and lets it ask. */
async function tryKey(kept) {
  await send("/api/asks/none", { authorization: `Bearer ${kept}` });
}

async function install() {
  const say = (line) => writeSync(1, `${line}\n`);
  if (problem !== undefined) throw new Error(problem);
  const where = Object.hasOwn(settings, name) ? settings[name] : undefined;
  if (where === undefined) throw new Error(`the hook knows ${Object.keys(settings).join(", ")}, and no "${name}".`);
  const seconds = Number(given);
  if (!(Number.isInteger(seconds) && seconds >= 10 && seconds <= 3_600)) {
    throw new Error(`"${given}" is no number of seconds from 10 to 3600.`);
  }
  const home = join(homedir(), ".countersign");
  const [program, keyFile, path] = [join(home, ours), join(home, `${name}.key`), join(where.folder(), where.file)];
  const url = address().href.replace(/\/$/, "");
  const command =
    `${quoted(process.execPath)} ${quoted(program)} ${name} ${seconds} ` +
    `--url ${quoted(url)} --key-file ${quoted(keyFile)} || exit 2`;
  const isThere = existsSync(path);
  const former = isThere ? readFileSync(path, "utf8") : "";
  let next;
  try {
    next = withHook(where, former, command, seconds + spareSeconds);
  } catch (error) {
    say(`Add this to ${path} yourself:\n\n${withHook(where, "", command, seconds + spareSeconds)}`);
    throw new Error(`${path} was left as it is: ${error.message}`);
  }
  if (options.print) return say(`${path} would be:\n\n${next}`);
  const kept = checked(await keyToKeep());
  await tryKey(kept);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const self = fileURLToPath(import.meta.url);
  if (!existsSync(program) || realpathSync(program) !== realpathSync(self)) {
    replaceFile(program, readFileSync(self, "utf8"), 0o755);
  }
  replaceFile(keyFile, `${kept}\n`, 0o600);
  say(`The hook is ${program}, its key ${keyFile}.`);
  if (next === former) say(`${path} names it already.`);
  else {
    mkdirSync(dirname(path), { recursive: true });
    const copy = isThere ? backUp(path) : null;
    replaceFile(path, next, isThere ? statSync(path).mode & 0o777 : 0o600);
    say(`${path} names it now${copy === null ? "." : `; what it was before is ${copy}.`}`);
  }
  say(where.afterwards ?? "Try it: let the agent delete a file, and decline.");
}

/** Nothing was let run, and no agent listens. */
function notInstalled(error) {
  writeSync(2, `Not installed: ${error?.cause?.message ?? error?.message ?? error}\n`);
  process.exit(1);
}

if (isInstall) install().catch(notInstalled);
else main().catch((error) => refuse(error?.cause?.message ?? error?.message ?? error));
