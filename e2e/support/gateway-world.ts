import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema, type ElicitResult } from "@modelcontextprotocol/sdk/types.js";
import { onTestFinished } from "vitest";
import { requestWithSignal } from "#lib/server/http/request-with-signal.ts";
import type { Risk } from "#lib/verdict/risk.ts";
import type { ClientTerms } from "#lib/verdict/client-terms.ts";
import type { ApprovalRow } from "#lib/store/schema/schema.ts";
import { routesWorld, type RoutesWorld } from "./routes-world.ts";
import { until } from "./until.ts";

type Asked = { message: string; mode?: string | undefined; url?: string | undefined; requestedSchema?: unknown };
type Said = { content: unknown; structuredContent?: unknown; isError?: boolean; _meta?: Record<string, unknown> };

type Calling = {
  signal?: AbortSignal;
  onprogress?: (progress: { progress: number; message?: string | undefined }) => void;
};

/** A client of any age, as a test uses it. */
export type AnyClient = {
  list: () => Promise<{ name: string }[]>;
  call: (name: string, args?: Record<string, unknown>, options?: Calling) => Promise<Said>;
  resources: () => Promise<Entry[]>;
  templates: () => Promise<Entry[]>;
  prompts: () => Promise<Entry[]>;
  read: (uri: string) => Promise<Entry[]>;
  prompt: (name: string, args?: Record<string, string>) => Promise<Record<string, unknown>>;
  close: () => Promise<void>;
};
type Entry = Record<string, unknown>;

/** What clients of both packages do alike. */
function readerOf(client: Pick<Client, "close"> & Listing): Omit<AnyClient, "list" | "call"> {
  return {
    resources: async () => (await client.listResources()).resources,
    templates: async () => (await client.listResourceTemplates()).resourceTemplates,
    prompts: async () => (await client.listPrompts()).prompts,
    read: async (uri) => (await client.readResource({ uri })).contents,
    prompt: (name, args = {}) => client.getPrompt({ name, arguments: args }),
    close: () => client.close(),
  };
}
type Listing = {
  listResources: () => Promise<{ resources: Entry[] }>;
  listResourceTemplates: () => Promise<{ resourceTemplates: Entry[] }>;
  listPrompts: () => Promise<{ prompts: Entry[] }>;
  readResource: (params: { uri: string }) => Promise<{ contents: Entry[] }>;
  getPrompt: (params: { name: string; arguments: Record<string, string> }) => Promise<Entry>;
};

/** The old package, the new one speaking the old era, and the new one in the new era. */
export const clientKinds = ["sdk 1", "client 2, old era", "client 2, new era"] as const;
export type ClientKind = (typeof clientKinds)[number];

export type Connecting = {
  name?: string;
  /** How its user answers what it is asked; without it the client says that it can ask nobody. */
  answer?: (asked: Asked, signal: AbortSignal) => Promise<ElicitResult> | ElicitResult;
  /** What it declares, where that is not what it does. */
  elicitation?: { form?: Record<string, never>; url?: Record<string, never> };
  key?: Record<string, string>;
  onTools?: () => void;
  onSources?: () => void;
  /** Sends each answer to a question as often. */
  answersSent?: number;
  /** A program to speak with, instead of the address. */
  stdio?: { command: string; args: string[]; env: Record<string, string> };
};

export type GatewayWorld = RoutesWorld & {
  /** Headers of a new key, with these terms. */
  keyWith: (terms?: Partial<ClientTerms>) => Promise<Record<string, string>>;
  connect: (kind: ClientKind, connecting?: Connecting) => Promise<AnyClient>;
  fetch: typeof fetch;
  open: () => Promise<ApprovalRow[]>;
  /** Waits for so many open questions. */
  opened: (count?: number) => Promise<ApprovalRow[]>;
  /** The owner's answer in the app. */
  answer: (
    approval: ApprovalRow | undefined,
    action: "approve" | "reject" | "respond",
    said?: object,
  ) => Promise<number>;
};

const address = "http://127.0.0.1:3000/api/mcp";

/** The app with its gateway, and real clients that reach it as over HTTP. `mostRisk`: of tools that these are offered. */
export async function gatewayWorld({
  mostRisk,
  ...options
}: Parameters<typeof routesWorld>[0] & { mostRisk?: Risk } = {}): Promise<GatewayWorld> {
  const world = await routesWorld(options);
  const { db } = world.database;
  if (mostRisk !== undefined) {
    const person = await db.selectFrom("people").select(["id", "name", "role"]).executeTakeFirstOrThrow();
    await world.services.tools.setMostRisk({
      person,
      mostRisk,
      confirm: `Clients are offered tools up to risk ${mostRisk}.`,
    });
  }
  const keyWith = async (terms: Partial<ClientTerms> = {}) => {
    const headers = await world.asProgram("tools:call");
    const id = /cs_([0-9a-f]{16})_/.exec(headers["authorization"] ?? "")?.[1] ?? "";
    const terms_json = JSON.stringify({ tools: null, attests: 3, inbox: true, ...terms });
    await db.updateTable("api_keys").set({ terms_json }).where("id", "=", id).execute();
    return headers;
  };
  const through: typeof fetch = async (input, init) => {
    const sent = new Request(input, init);
    const { handlerOf } = world;
    const headers = new Headers(sent.headers);
    headers.set("host", "127.0.0.1:3000");
    const body = sent.body === null ? {} : { body: await sent.text() };
    const path = new URL(sent.url).pathname;
    return handlerOf(
      sent.method,
      path,
    )(requestWithSignal(sent.url, { method: sent.method, headers, signal: init?.signal ?? sent.signal, ...body }));
  };
  const open = () =>
    db.selectFrom("approvals").selectAll().where("status", "=", "pending").orderBy("requested_at").execute();
  return {
    ...world,
    keyWith,
    fetch: through,
    open,
    opened: async (count = 1) => {
      await until(async () => (await open()).length === count, `${count} questions`);
      return open();
    },
    answer: async (approval, action, said = {}) => {
      const path = `/api/approvals/${approval?.id ?? ""}/${action}`;
      return (await world.call("POST", path, { body: said, headers: world.asPerson() })).status;
    },
    connect: async (kind, { key, ...connecting } = {}) => {
      const requestInit = { headers: key ?? (connecting.stdio === undefined ? await keyWith() : {}) };
      const client = await (kind === "sdk 1" ? oldClient : newClient(kind))(connecting, {
        fetch: repeating(through, connecting.answersSent ?? 1),
        requestInit,
      });
      onTestFinished(() => client.close());
      return client;
    },
  };
}

/** Every answer of the client to a question goes out several times at once. */
function repeating(send: typeof fetch, times: number): typeof fetch {
  return async (input, init) => {
    const isAnswer = typeof init?.body === "string" && /^\{[^{]*"result":/.test(init.body);
    const sent = Array.from({ length: isAnswer ? times : 1 }, () => send(input, init));
    const [first] = await Promise.all(sent);
    return first ?? Response.error();
  };
}

type Transporting = { fetch: typeof fetch; requestInit: { headers: Record<string, string> } };

function capabilitiesOf({ answer, elicitation }: Connecting) {
  if (elicitation !== undefined) return { elicitation };
  return answer === undefined ? {} : { elicitation: { form: {}, url: {} } };
}

async function oldClient(connecting: Connecting, transporting: Transporting): Promise<AnyClient> {
  const { name = "desk", answer, stdio } = connecting;
  const client = new OldClient({ name, version: "1" }, { capabilities: capabilitiesOf(connecting) });
  if (answer) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }, { signal }) => answer(params as Asked, signal));
  }
  await client.connect(stdio ? new OldStdio(stdio) : new OldTransport(new URL(address), transporting));
  return {
    list: async () => (await client.listTools()).tools,
    call: async (tool, args = {}, options = {}) =>
      (await client.callTool({ name: tool, arguments: args }, undefined, { timeout: 120_000, ...options })) as Said,
    ...readerOf(client),
  };
}

function newClient(kind: ClientKind) {
  return async (connecting: Connecting, transporting: Transporting): Promise<AnyClient> => {
    const { name = "desk", answer, onTools, onSources, stdio } = connecting;
    const mode = kind === "client 2, new era" ? { pin: "2026-07-28" as const } : ("legacy" as const);
    const client = new Client(
      { name, version: "1" },
      {
        capabilities: capabilitiesOf(connecting),
        versionNegotiation: { mode },
        listChanged: {
          ...(onTools && { tools: { onChanged: onTools } }),
          ...(onSources && { resources: { onChanged: onSources }, prompts: { onChanged: onSources } }),
        },
      },
    );
    if (answer) {
      client.setRequestHandler("elicitation/create", ({ params }, { mcpReq }) =>
        answer(params as Asked, mcpReq.signal),
      );
    }
    const transport = stdio
      ? new StdioClientTransport(stdio)
      : new StreamableHTTPClientTransport(new URL(address), transporting);
    await client.connect(transport);
    return {
      list: async () => (await client.listTools()).tools,
      call: async (tool, args = {}, options = {}) =>
        (await client.callTool({ name: tool, arguments: args }, { timeout: 120_000, ...options })) as Said,
      ...readerOf(client),
    };
  };
}
