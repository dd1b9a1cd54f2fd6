import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { ElicitResultSchema, UrlElicitationRequiredError, type ElicitResult } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";

/**
 * A server of the older protocol era (the v1 SDK, revision 2025-11-25), whose tools ask in the ways such servers do.
 *   old-asking-server.ts [--http [port]]
 */
const text = (said: string) => ({ content: [{ type: "text" as const, text: said }] });
const said = (label: string, { action, content }: ElicitResult) =>
  text(`${label}: ${action === "accept" ? String(content?.["colour"]) : action}`);

function build(): McpServer {
  const server = new McpServer({ name: "old-asking", version: "1.0.0" });
  const question = (label: string) => ({
    message: `Which colour for ${label}?`,
    requestedSchema: {
      type: "object" as const,
      properties: { colour: { type: "string" as const } },
      required: ["colour"],
    },
  });
  const label = { label: z.string() };
  server.registerTool("ask", { inputSchema: label }, async ({ label }, extra) => {
    const request = { method: "elicitation/create" as const, params: { mode: "form" as const, ...question(label) } };
    return said(label, await extra.sendRequest(request, ElicitResultSchema));
  });
  // Over HTTP this question arrives on the session's own stream: nothing ties it to the call.
  server.registerTool("ask_off_stream", { inputSchema: label }, async ({ label }) =>
    said(label, await server.server.elicitInput(question(label))),
  );
  server.registerTool(
    "ask_impatiently",
    { inputSchema: { ...label, ms: z.number() } },
    async ({ label, ms }, extra) => {
      const request = { method: "elicitation/create" as const, params: { mode: "form" as const, ...question(label) } };
      return said(
        label,
        await extra.sendRequest(request, ElicitResultSchema, {
          timeout: ms,
          resetTimeoutOnProgress: true,
          onprogress: () => {},
        }),
      );
    },
  );
  server.registerTool(
    "ask_and_give_up",
    { inputSchema: { ...label, ms: z.number() } },
    async ({ label, ms }, extra) => {
      const request = { method: "elicitation/create" as const, params: { mode: "form" as const, ...question(label) } };
      return said(label, await extra.sendRequest(request, ElicitResultSchema, { timeout: ms }));
    },
  );
  const raw = { params: z.string(), method: z.string().default("elicitation/create") };
  server.registerTool("ask_raw", { inputSchema: raw }, async ({ params, method }, extra) => {
    const request = { method, params: JSON.parse(params) };
    // A server may send what the SDK's types forbid.
    return text(JSON.stringify(await extra.sendRequest(request as never, ElicitResultSchema)));
  });
  // As servers of 2025-11-25 do that need a page opened before they begin.
  server.registerTool("link_first", { inputSchema: { url: z.string(), doneWhen: z.string() } }, ({ url, doneWhen }) => {
    if (existsSync(doneWhen)) return text("signed in");
    const link = { mode: "url" as const, elicitationId: randomUUID(), url, message: "Sign in first." };
    throw new UrlElicitationRequiredError([link]);
  });
  server.registerTool("echo", { inputSchema: { text: z.string() } }, ({ text: words }) => text(words));
  server.registerTool("process", { inputSchema: {} }, () => text(JSON.stringify({ pid: process.pid })));
  server.registerTool("hang", { inputSchema: {} }, () => new Promise(() => {}));
  server.registerTool("die", { inputSchema: {} }, () => process.exit(1));
  server.registerTool("grow", { inputSchema: {} }, () => {
    server.registerTool("grown", { inputSchema: {} }, () => text("grown"));
    return text("grown");
  });
  return server;
}

const args = process.argv.slice(2);
const flag = args.indexOf("--http");
if (flag === -1) await build().connect(new StdioServerTransport());
else serveHttp(Number(args[flag + 1] ?? 0));

function serveHttp(port: number): void {
  const open = new Map<string, StreamableHTTPServerTransport>();
  const server = createServer((request, response) => {
    if (request.headers["x-forget"] !== undefined) {
      open.clear();
      return void response.writeHead(204).end();
    }
    const id = request.headers["mcp-session-id"];
    const known = typeof id === "string" ? open.get(id) : undefined;
    if (id !== undefined && known === undefined) return void response.writeHead(404).end();
    void (known === undefined ? newSession() : Promise.resolve(known)).then((transport) =>
      transport.handleRequest(request, response),
    );
  });
  const newSession = async () => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (session) => void open.set(session, transport),
    });
    // The v1 types predate exactOptionalPropertyTypes.
    await build().connect(transport as never);
    return transport;
  };
  server.listen(port, "127.0.0.1", () => {
    const address = server.address();
    if (address !== null && typeof address === "object") process.stdout.write(`http://127.0.0.1:${address.port}/mcp\n`);
  });
}
