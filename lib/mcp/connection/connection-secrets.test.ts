import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { listeningAt } from "#e2e/support/listening.ts";
import { parseMcpConfig } from "#lib/mcp/config/config.ts";
import type { SignIn } from "#lib/mcp/sign-in/sign-ins.ts";
import { usualTiming } from "#lib/mcp/servers/usual-timing.ts";
import { openConnection, type Connection } from "./connection.ts";
import { Manners } from "./manners.ts";
import { OpenedPages } from "./opened-pages.ts";

const token = "t0ken-of-one-person";
type Asked = { id?: number; method: string };

/** A server that repeats the token of each request wherever it can; `fails`: the method that it answers with an error. */
async function repeating(fails: string | null) {
  const answerOf = (sent: string, { method }: Asked): object => {
    const message = `Not with ${sent}`;
    if (method === fails || method === "server/discover") return { error: { code: -32_601, message } };
    if (method === "tools/list")
      return { result: { tools: [{ name: "t", description: message, inputSchema: { type: "object" } }] } };
    const serverInfo = { name: sent, version: "1" };
    return {
      result: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo, instructions: message },
    };
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== "POST") return void response.writeHead(405).end();
    const asked = (await json(request)) as Asked;
    if (asked.id === undefined) return void response.writeHead(202).end();
    response.setHeader("content-type", "application/json");
    const said = answerOf(String(request.headers.authorization), asked);
    response.end(JSON.stringify({ jsonrpc: "2.0", id: asked.id, ...said }));
  };
  return listeningAt(createServer((request, response) => void answer(request, response)));
}

async function opened(fails: string | null): Promise<{ connecting: Promise<Connection>; logged: unknown[] }> {
  const url = `${await repeating(fails)}/mcp`;
  const [config] = parseMcpConfig({
    text: JSON.stringify({ mcpServers: { far: { url } } }),
    file: "mcp.json",
    folder: import.meta.dirname,
    environment: {},
  });
  if (config === undefined) throw new Error("There is no server.");
  const logged: unknown[] = [];
  const write = (event: string, detail?: object) => void logged.push({ event, ...detail });
  const signIn = { accessToken: token, refreshToken: null, expiresAt: null } as SignIn;
  const deps = {
    environment: {},
    log: { info: write, warn: write, error: write },
    started: () => {},
    logged: () => {},
    sourcesChanged: () => {},
    resourceUpdated: () => {},
    manners: new Manners(),
    pages: new OpenedPages(new Manners()),
    timing: usualTiming,
    signIns: { read: async () => signIn, anybody: async () => "somebody", renew: async () => null },
  };
  const events = { toolsChanged: () => {}, suspect: () => {}, lost: () => {} };
  return { connecting: openConnection(config, deps, events, new AbortController().signal), logged };
}

test("M45: a token that a server repeats about itself and its tools is masked", async () => {
  const { connecting, logged } = await opened(null);
  const connection = await connecting;
  onTestFinished(() => connection.close());
  const { definitions } = await connection.listTools();
  expect(definitions.get("t")?.description).toMatch(/^Not with Bearer \[masked \w{4}\]$/);
  const { instructions, callsItself } = connection;
  // `listed` is for the SDK, which speaks to the server itself.
  const shown = [...definitions.values()].map((definition) => ({ ...definition, listed: null }));
  expect(JSON.stringify(instructions)).toContain("Not with");
  expect(JSON.stringify([shown, instructions, callsItself, logged])).not.toContain(token);
});

test.each(["initialize", "tools/list"])(
  "M45: a token that a server repeats as it refuses %s is in no problem and no log",
  async (fails) => {
    const { connecting, logged } = await opened(fails);
    const refused = await connecting
      .then(async (connection) => {
        onTestFinished(() => connection.close());
        return connection.listTools();
      })
      .then(
        () => null,
        (error: Error) => error,
      );
    expect(refused?.message).toMatch(/Not with Bearer \[masked \w{4}\]/);
    expect(JSON.stringify([refused?.message, String(refused?.cause), logged])).not.toContain(token);
  },
);
