import { createServer } from "node:http";
import { Readable } from "node:stream";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, onTestFinished, test } from "vitest";
import { listeningAt } from "#e2e/support/listening.ts";
import { oauthWorld, resource } from "#e2e/support/oauth-world.ts";
import { parseMcpConfig } from "#lib/mcp/config/config.ts";
import { mcpServers } from "#lib/mcp/servers/servers.ts";

/** A tool server that writes down everything that reaches it. */
async function recordingServer() {
  const heard: string[] = [];
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: "recorder", version: "1" });
    server.registerTool("note", { description: "Notes." }, () => ({ content: [{ type: "text", text: "noted" }] }));
    return server;
  });
  const at = await listeningAt(
    createServer((request, response) => {
      void (async () => {
        const pieces: Buffer[] = [];
        for await (const piece of request) pieces.push(piece as Buffer);
        const body = Buffer.concat(pieces);
        heard.push([request.url, ...request.rawHeaders, body.toString()].join("\n"));
        const headers = new Headers(request.headers as Record<string, string>);
        const { method = "GET" } = request;
        const sent = new Request(`http://127.0.0.1${request.url}`, {
          method,
          headers,
          ...(method === "POST" ? { body } : {}),
        });
        const answer = await handler.fetch(sent);
        response.writeHead(answer.status, Object.fromEntries(answer.headers));
        if (answer.body === null) response.end();
        else Readable.fromWeb(answer.body as never).pipe(response);
      })();
    }),
  );
  return { at, heard };
}

test("E10: neither the token nor the key of a client, nor a header of its own, ever reaches a tool server", async () => {
  const { at, heard } = await recordingServer();
  const recorder = { url: `${at}/mcp`, headers: { authorization: "Bearer of the server" } };
  const text = JSON.stringify({ mcpServers: { recorder } });
  const servers = mcpServers(parseMcpConfig({ text, file: "mcp.json", folder: import.meta.dirname, environment: {} }), {
    oversight: { inForce: (tool) => tool, isAccepted: () => true },
    environment: {},
    log: { info: () => {}, warn: () => {}, error: () => {} },
    asks: () => false,
  });
  onTestFinished(() => servers.close());
  servers.start();
  await servers.settled();
  const world = await oauthWorld({ tools: servers.tools().map((tool) => ({ ...tool, flag: "never" as const })) });
  const { access_token: token } = await world.signIn();
  const { authorization: key = "" } = await world.keyWith();
  for (const authorization of [`Bearer ${token}`, key]) {
    const requestInit = { headers: { authorization, "x-of-the-client": "kept here", traceparent: "kept-too" } };
    const client = new Client({ name: "desk", version: "1" });
    onTestFinished(() => client.close());
    await client.connect(new StreamableHTTPClientTransport(new URL(resource), { fetch: world.reach, requestInit }));
    const said = await client.callTool({ name: "recorder__note", arguments: {} });
    expect(said).toMatchObject({ content: [{ text: "noted" }] });
  }
  const calls = heard.filter((request) => request.includes('"tools/call"'));
  expect(calls).toHaveLength(2);
  expect(calls.every((request) => request.includes("Bearer of the server"))).toBe(true);
  const all = heard.join("\n");
  for (const secret of [token, key.slice("Bearer ".length), "kept here", "kept-too"]) {
    expect(all).not.toContain(secret);
  }
});
