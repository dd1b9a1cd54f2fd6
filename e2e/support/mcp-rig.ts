import { randomUUID } from "node:crypto";
import { Clearance, clearanceKey } from "#lib/gate/contract/clearance.ts";
import type { ClearedCall, ElicitationRequest, Tool, ToolOutcome } from "#lib/gate/contract/tool.ts";
import { parseMcpConfig } from "#lib/mcp/config/config.ts";
import type { SignIns } from "#lib/mcp/sign-in/sign-ins.ts";
import type { MannersStore } from "#lib/mcp/servers/manners-memory.ts";
import type { OversightSource } from "#lib/mcp/servers/inspected-server.ts";
import { mcpServers, type McpServers } from "#lib/mcp/servers/servers.ts";
import type { McpTiming } from "#lib/mcp/servers/usual-timing.ts";

/** In these processes the tests stand in for the gate. */
const key = clearanceKey();

export type LogEntry = { event: string; fields: Record<string, unknown> };

export type McpRig = {
  servers: McpServers;
  log: LogEntry[];
  tool: (server: string, name: string) => Tool;
  /** Calls a tool with a fresh clearance; `over` replaces parts of the call. Nobody answers questions by default. */
  call: (server: string, name: string, args?: object, over?: Partial<ClearedCall>) => Promise<ToolOutcome>;
  /** Resolves when the claim about the servers holds. */
  until: (claim: () => boolean) => Promise<void>;
  close: () => Promise<void>;
};

type RigOptions = {
  timing?: Partial<McpTiming>;
  environment?: NodeJS.ProcessEnv;
  /** Everything is accepted as its server says it, unless a test says otherwise. */
  oversight?: Partial<OversightSource>;
  manners?: MannersStore;
  signIns?: SignIns;
};

/** Starts our MCP client with the servers of an `mcp.json` and waits for the first attempts to connect. */
export async function mcpRig(servers: Record<string, object>, options: RigOptions = {}): Promise<McpRig> {
  const rig = unstartedRig(servers, options);
  rig.servers.start();
  await rig.servers.settled();
  return rig;
}

export function unstartedRig(
  written: Record<string, object>,
  { timing = {}, environment = process.env, oversight = {}, manners, signIns }: RigOptions = {},
): McpRig {
  const log: LogEntry[] = [];
  const write = (event: string, fields: Record<string, unknown> = {}) => void log.push({ event, fields });
  const text = JSON.stringify({ mcpServers: written });
  const configs = parseMcpConfig({ text, file: "mcp.json", folder: import.meta.dirname, environment });
  const servers = mcpServers(configs, {
    oversight: { inForce: (tool) => tool, isAccepted: () => true, ...oversight },
    environment,
    log: { info: write, warn: write, error: write },
    asks: (tool) => tool.annotations.readOnlyHint !== true,
    manners,
    signIns,
    timing: { firstPauseMs: 50, maxPauseMs: 400, ...timing },
  });
  const tool = (server: string, name: string) => {
    const found = servers.tools().find((each) => each.server.id === server && each.name === name);
    if (found === undefined) throw new Error(`${server} offers no tool ${name}: ${JSON.stringify(servers.list())}`);
    return found;
  };
  return {
    servers,
    log,
    tool,
    call: (server, name, args = {}, over = {}) => tool(server, name).call(clearedCall(args, over)),
    until: (claim) =>
      new Promise((resolve) => {
        const check = () => {
          if (!claim()) return;
          stop();
          resolve();
        };
        const stop = servers.onChange(check);
        check();
      }),
    close: () => servers.close(),
  };
}

export function clearedCall(args: object, over: Partial<ClearedCall> = {}): ClearedCall {
  const callId = over.callId ?? randomUUID();
  return {
    clearance: new Clearance(key, callId, "digest"),
    callId,
    idempotencyKey: null,
    personId: "person",
    // Whatever a test passes is plain JSON.
    arguments: args as ClearedCall["arguments"],
    resumption: null,
    signal: new AbortController().signal,
    mayStillGo: async () => true,
    keepTask: async () => {},
    elicit: () => Promise.reject(new Error("Nobody is there.")),
    onProgress: () => {},
    ...over,
  };
}

/** The text of a result; throws for every other outcome. */
export function textOf(outcome: ToolOutcome): string {
  if (outcome.kind !== "result") throw new Error(`No result: ${JSON.stringify(outcome)}`);
  return outcome.result.content.map(({ text }) => (typeof text === "string" ? text : "")).join("\n");
}

/** The questions of an outcome; throws when there are none. */
export function questionsOf(outcome: ToolOutcome): {
  requests: Record<string, ElicitationRequest>;
  requestState: string | null;
} {
  if (outcome.kind !== "input-required") throw new Error(`No questions: ${JSON.stringify(outcome)}`);
  return outcome;
}
