import { spawn } from "node:child_process";
import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OldHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport as OldTransport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { CallToolResultSchema, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";

/** What the person behind a client is shown and answers. */
export type Asked = { message: string; requestedSchema: { properties: Record<string, unknown>; required?: string[] } };
export type Reply = {
  action: "accept" | "decline" | "cancel";
  content?: Record<string, string | number | boolean | string[]>;
};
export type Person = (asked: Asked) => Reply;

export type Called = { text: string; isError: boolean; status: unknown; progress: string[] };

/** A client connected to the real server process, whichever SDK and era it speaks. */
export type Peer = {
  call: (name: string, args: Record<string, unknown>) => Promise<Called>;
  close: () => Promise<void>;
};

export type Wire = { kind: "stdio"; folder: string } | { kind: "http"; url: string };

export const newFolder = (): string => realpathSync(mkdtempSync(join(tmpdir(), "workspace-")));

export const programOf = (folder: string) => ({
  command: process.execPath,
  args: [fileURLToPath(new URL("main.ts", import.meta.url))],
  env: { WORKSPACE_DIR: folder, PATH: process.env.PATH ?? "" },
});

/** Options for starting a process with this environment; Next's types would have it contain NODE_ENV. */
export const processOptions = (env: Record<string, string>) => ({ env: env as NodeJS.ProcessEnv });

/** Connects with SDK 2; without a person the client declares no elicitation. */
export async function connectV2(mode: "auto" | "legacy", wire: Wire, person: Person | null): Promise<Peer> {
  const client = new Client(
    { name: "test", version: "1" },
    { versionNegotiation: { mode }, capabilities: person === null ? {} : { elicitation: { form: {} } } },
  );
  // The SDK has checked that it is a form; its own type also has the other mode.
  if (person !== null) client.setRequestHandler("elicitation/create", ({ params }) => person(params as Asked));
  const transport =
    wire.kind === "stdio"
      ? new StdioClientTransport(programOf(wire.folder))
      : new StreamableHTTPClientTransport(new URL(wire.url));
  await client.connect(transport);
  const heard = progressOn(transport);
  if (client.getProtocolEra() !== (mode === "auto" ? "modern" : "legacy")) throw new Error("Not the era wanted");
  return {
    call: async (name, args) => {
      const before = heard.length;
      const result = await client.callTool({ name, arguments: args }, { onprogress: () => {} });
      return called(result, heard.slice(before));
    },
    close: () => client.close(),
  };
}

/** Connects with the previous SDK, an independent implementation of the legacy era. */
export async function connectV1(wire: Wire, person: Person | null): Promise<Peer> {
  const client = new OldClient(
    { name: "test", version: "1" },
    { capabilities: person === null ? {} : { elicitation: {} } },
  );
  if (person !== null) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => person(params as Asked));
  }
  const transport = wire.kind === "stdio" ? new OldStdio(programOf(wire.folder)) : new OldHttp(new URL(wire.url));
  // That SDK's own HTTP transport does not satisfy its interface under exactOptionalPropertyTypes.
  await client.connect(transport as OldTransport);
  const heard = progressOn(transport);
  return {
    call: async (name, args) => {
      const before = heard.length;
      const result = await client.callTool({ name, arguments: args }, CallToolResultSchema, { onprogress: () => {} });
      return called(CallToolResultSchema.parse(result), heard.slice(before));
    },
    close: () => client.close(),
  };
}

type Progress = { method?: string; params?: { message?: string } };

/** What the server says of its progress, as it comes: the clients drop what they read together with the result. */
function progressOn(transport: { onmessage?: ((message: never) => void) | undefined }): string[] {
  const heard: string[] = [];
  const { onmessage } = transport;
  transport.onmessage = (message, ...more: []) => {
    // The server under test writes nothing else under this name.
    const { method, params } = message as Progress;
    if (method === "notifications/progress") heard.push(params?.message ?? "");
    onmessage?.(message, ...more);
  };
  return heard;
}

/** Starts the server's HTTP form on a free port; resolves when it listens. */
export async function startHttp(folder: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const { command, args, env } = programOf(folder);
  const server = spawn(command, [...args, "--http", "0"], {
    ...processOptions(env),
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let said = "";
    server.stderr.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      const found = said.match(/listens at (\S+)/)?.[1];
      if (found !== undefined) resolve(found);
    });
    server.once("exit", () => reject(new Error(said)));
  });
  return {
    url,
    stop: async () => {
      server.kill();
      await ended;
    },
  };
}

type RawResult = { content: { type: string }[]; isError?: boolean | undefined; structuredContent?: unknown };

function called(result: RawResult, progress: string[]): Called {
  const [block] = result.content;
  const structured = result.structuredContent;
  return {
    text: block !== undefined && "text" in block ? String(block.text) : "",
    isError: result.isError === true,
    status: typeof structured === "object" && structured !== null && "status" in structured ? structured.status : null,
    progress,
  };
}
