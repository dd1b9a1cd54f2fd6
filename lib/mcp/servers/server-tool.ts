import type { Tool as ListedTool } from "@modelcontextprotocol/client";
import { uiOfTool } from "#lib/apps/ui-of-tool.ts";
import { usualTimeoutMs } from "#lib/approvals/usual-timeout.ts";
import type { Who } from "#lib/people/who.ts";
import type { ClearedCall, Tool, ToolOutcome } from "#lib/gate/contract/tool.ts";
import type { JsonValue } from "#lib/untrusted/json.ts";
import { riskOf, type RiskFacts } from "#lib/verdict/risk.ts";
import type { CallLimits } from "./call-clock.ts";
import { callTool } from "./call-tool.ts";
import { cancelTask, followTask } from "./follow-task.ts";
import type { ServerConfig } from "#lib/mcp/config/config.ts";
import type { Lane } from "#lib/mcp/connection/lane.ts";
import type { ToolDefinition } from "#lib/mcp/definitions/tool-definitions.ts";
import type { Stale } from "./outcome-of-error.ts";
import type { ToolServer } from "./tool-server.ts";

const maxOriginLength = 200;
const maxConnections = 3;
const stoppedBefore = "It was stopped before the call was sent.";
const tightened = "While the call waited for its server, a rule or a grant changed, and it may not run any more.";

/** A server's tool in the gate's form. */
export function serverTool(server: ToolServer, definition: ToolDefinition, usual: CallLimits): Tool {
  const { config } = server;
  const limits = limitsOf(config.callTimeoutMs, usual);
  const settings = config.tools.get(definition.name);
  const flag = settings?.approval ?? "inherit";
  const who: Who = settings?.who ?? { kind: "self" };
  return {
    server: {
      id: config.id,
      title: config.title,
      origin: config.origin.slice(0, maxOriginLength),
      trusted: config.trusted,
    },
    name: definition.name,
    title: definition.title,
    description: definition.description,
    inputSchema: definition.inputSchema,
    annotations: definition.annotations,
    ...(definition.outputSchema === null ? {} : { outputSchema: definition.outputSchema }),
    ...(definition.icons.length === 0 ? {} : { icons: definition.icons }),
    exposure: settings?.exposure ?? config.exposure,
    ...seenBy(config, definition),
    flag,
    flagSource: flag === "inherit" ? "default" : "mcp.json",
    risk: settings?.risk ?? riskOf(riskFacts(config, definition)),
    riskSource: settings?.risk == null ? "default" : "mcp.json",
    who,
    prompt: settings?.prompt ?? null,
    confirmBy: settings?.confirm ?? null,
    preview: settings?.preview ?? null,
    timeoutMs: settings?.timeoutMs ?? usualTimeoutMs(who),
    ...(settings?.timeoutMs == null && { timeoutIsUsual: true as const }),
    idempotent: settings?.idempotent ?? false,
    fingerprint: definition.fingerprint,
    call: async (call) => {
      call.clearance.spend(call.callId);
      return run(server, definition, call, limits);
    },
    cancelTask: ({ id, personId }) => cancelTask({ server, tool: definition.listed, call: { personId } }, id),
  };
}

/** What a server hides from models stays hidden, whether or not somebody has its apps shown. */
function seenBy({ apps }: ServerConfig, { listed }: ToolDefinition): Pick<Tool, "seenBy" | "hasApp"> {
  // It came as JSON.
  const { forModel, forApp, resource } = uiOfTool(listed._meta as JsonValue | undefined);
  const app = apps === true && forApp;
  const hasApp = apps === true && resource !== null ? { hasApp: true as const } : {};
  return forModel && !app ? hasApp : { seenBy: { model: forModel, app }, ...hasApp };
}

/** The facts that decide the risk of a server's tool. */
export function riskFacts(config: ServerConfig, { name, description, annotations }: ToolDefinition): RiskFacts {
  const { transport, trusted } = config;
  const isWeb = transport.kind === "http";
  return {
    name,
    described: description.trim() !== "",
    annotations,
    trusted,
    transport: !isWeb || isLoopback(transport.url) ? "local" : transport.url.startsWith("https:") ? "https" : "http",
    authenticated: !isWeb || Object.keys(transport.headers).length > 0,
  };
}

function isLoopback(url: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
}

function limitsOf(callTimeoutMs: number | null, usual: CallLimits): CallLimits {
  if (callTimeoutMs === null) return usual;
  return { ...usual, silenceMs: callTimeoutMs, totalMs: Math.max(callTimeoutMs, usual.totalMs) };
}

async function run(
  server: ToolServer,
  definition: ToolDefinition,
  call: ClearedCall,
  limits: CallLimits,
): Promise<ToolOutcome> {
  const following = { server, tool: definition.listed, call, limits };
  const { resumption } = call;
  if (resumption?.task !== undefined)
    return followTask(following, { task: resumption.task, answers: resumption.inputResponses });
  let hasWaited = false;
  let isQueued = false;
  const waits = () => {
    hasWaited = isQueued = true;
    const message = `Waits for a free connection to ${server.config.title}.`;
    call.onProgress({ ...nothingYet, message, isQueued, until: "connection" });
  };
  let problem = "It is not connected.";
  for (let tried = 0; tried < maxConnections; tried += 1) {
    hasWaited ||= tried > 0 || server.status !== "up";
    const place = await server
      .place({ personId: call.personId, tool: definition.name }, call.signal, waits)
      .catch(() => null);
    // `place` rejects only when the call was stopped.
    if (place === null || call.signal.aborted) {
      if (place !== null && "leave" in place) place.leave();
      return notSent(stoppedBefore);
    }
    if ("problem" in place) {
      const { problem, signIn } = place;
      return signIn === undefined ? notSent(cannotBeReached(server, problem)) : { kind: "sign-in-first", ...signIn };
    }
    if (isQueued) call.onProgress(nothingYet);
    isQueued = false;
    const { connection } = place.lane;
    const { mask } = connection;
    const outcome = await asApproved(server, place.lane, { definition, call, hasWaited })
      .then((approved) => ("tool" in approved ? callTool(connection, approved.tool, call, limits) : approved))
      .finally(place.leave)
      .then((said) => ("message" in said ? { ...said, message: mask().text(said.message) } : said));
    // It answers people alone who signed in for themselves, and was seen to want that only now.
    if (outcome.kind === "sign-in-first" && connection === server.connections.first && server.isPersonal) continue;
    if (outcome.kind === "task") {
      const task = { id: outcome.id, leftMs: limits.totalMs, since: null, answered: [] };
      return followTask(following, { task, answers: {} });
    }
    if (outcome.kind === "result") server.signIn.answered();
    if (outcome.kind === "unknown" || outcome.kind === "not-sent") void server.connections.suspect(connection);
    if (outcome.kind !== "stale") return outcome;
    problem = outcome.message;
    server.connections.replace(connection, problem);
  }
  return notSent(cannotBeReached(server, problem));
}

const nothingYet = { progress: 0, total: null, message: null };

function notSent(message: string) {
  return { kind: "not-sent" as const, message };
}

function cannotBeReached({ config }: ToolServer, problem: string): string {
  return `The server "${config.title}" cannot be reached. ${problem}`;
}

/** The tool while it is still the approved one; otherwise why the call is not sent. */
type Approved = { tool: ListedTool } | Stale | Extract<ToolOutcome, { kind: "not-sent" }>;

type Cleared = { definition: ToolDefinition; call: ClearedCall; hasWaited: boolean };

/**
 * The person approved this definition; another definition is another tool (THREATS E1: changed definitions). It counts
 * what the server says where it lists its tools, and on the connection that runs the call.
 */
async function asApproved(
  server: ToolServer,
  { connection, list, definitions }: Lane,
  { definition: { name, fingerprint }, call, hasWaited }: Cleared,
): Promise<Approved> {
  const compared = await list.compare(connection, call.signal);
  if (list !== server.list) await server.list.settled(call.signal);
  if (call.signal.aborted) return notSent(stoppedBefore);
  if (compared === "stale") return { kind: "stale", message: "The connection is over." };
  if (compared !== null) return notSent(`Nobody knows whether the tool changed. ${compared.problem}`);
  const current = definitions().get(name);
  if (current?.fingerprint !== fingerprint || server.definitions.get(name)?.fingerprint !== fingerprint)
    return notSent("The tool has changed or is gone since the call was proposed.");
  if (hasWaited && !(await call.mayStillGo())) return notSent(tightened);
  return { tool: current.listed };
}
