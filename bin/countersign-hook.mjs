#!/usr/bin/env node
// Asks Countersign before an agent runs a tool of its own. One file, no packages, Node 18 or newer.
//
//   node countersign-hook.mjs <claude-code | codex | gemini-cli | cursor | copilot-cli> [seconds]
//
// Reads the hook's JSON on stdin and answers in the agent's own way. Whatever fails is a no: exit code 2, which each of
// these agents takes as "do not run". COUNTERSIGN_URL and COUNTERSIGN_KEY (or COUNTERSIGN_KEY_FILE) say whom to ask;
// `seconds` is how long, and must be less than the agent gives its hooks.

import { readFileSync, writeSync } from "node:fs";

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
    events: { "": ({ toolName, toolArgs, cwd }) => ({ tool: toolName, arguments: fromText(toolArgs), cwd }) },
    allow: () => ({ permissionDecision: "allow" }),
    deny: (_event, reason) => ({ permissionDecision: "deny", permissionDecisionReason: reason }),
  },
};

const [, , name = "", given = "240"] = process.argv;
const agent = Object.hasOwn(agents, name) ? agents[name] : undefined;
const until = Date.now() + Number(given) * 1000 - marginMs;
let event = "";
/** The arguments as the agent wrote them, where it sent them as a text. */
let written;

/** Tools of different MCP servers have names of their own: a grant or a rule for one is none for another. */
function serverNamed(url, command) {
  const named = typeof url === "string" ? new URL(url).host : String(command ?? "").trim();
  const plain = named.replace(/[^A-Za-z0-9_.:/-]+/g, "_").slice(-60);
  if (plain === "") throw new Error("The MCP server of this tool has no name.");
  return plain;
}

/** Arguments as some agents write them: JSON in a text, which is sent as it stands, so that it is judged as it was written. */
function fromText(input) {
  if (typeof input !== "string") return input;
  written = input;
  return JSON.parse(input);
}

/** A number that no reader here can hold would be shown as another. */
function readable(_key, value) {
  if (typeof value === "number" && !Number.isFinite(value)) throw new Error("a number is too large to be shown.");
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

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => refuse("the hook was stopped."));
process.on("uncaughtException", (error) => refuse(error?.message));
process.on("unhandledRejection", (error) => refuse(error?.message));
// Also when something above hangs.
setTimeout(() => refuse("nobody answered in time."), Math.min(Math.max(0, until - Date.now()), 2 ** 31 - 1));

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
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(pieces)), readable);
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
  const url = new URL(process.env.COUNTERSIGN_URL ?? "http://127.0.0.1:3000");
  const isHere = ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isHere)) {
    throw new Error("COUNTERSIGN_URL must begin with https://, or name this computer.");
  }
  return url;
}

function key() {
  const { COUNTERSIGN_KEY: said, COUNTERSIGN_KEY_FILE: file } = process.env;
  const found = said ?? (file === undefined ? "" : readFileSync(file, "utf8"));
  if (found.trim() === "") throw new Error("there is no key: set COUNTERSIGN_KEY or COUNTERSIGN_KEY_FILE.");
  // What is no key is repeated nowhere, as the error of a header would.
  if (!/^[A-Za-z0-9_-]+$/.test(found.trim())) throw new Error("what COUNTERSIGN_KEY or its file holds is no key.");
  return found.trim();
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

main().catch((error) => refuse(error?.cause?.message ?? error?.message ?? error));
