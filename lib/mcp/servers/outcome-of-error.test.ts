import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { handWrittenServer, type Asked, type Said } from "#e2e/support/hand-written-server.ts";
import { mcpRig, textOf } from "#e2e/support/mcp-rig.ts";
import { maskOf } from "#lib/audit/mask.ts";
import { afterBegin, outcomeOfError } from "./outcome-of-error.ts";

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).reverse()) await end();
});

const no = (error: object, id: unknown = null) => JSON.stringify({ jsonrpc: "2.0", id, error });

type Refusal = { status: number; body: string };

/** A server whose one tool has its effect and then answers with an HTTP error; counts the effects. */
async function refusingServer(
  refusal: Refusal,
  { keepsSessions = false } = {},
): Promise<{ url: string; effects: () => number }> {
  let effects = 0;
  const session = keepsSessions ? { "mcp-session-id": "ours" } : {};
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const message = request.method === "POST" ? await messageIn(request) : {};
    const { id, method } = message;
    const result = resultOf(method);
    const reply = (status: number, body: string) =>
      response.writeHead(status, { "content-type": "application/json", ...session }).end(body);
    if (result !== null) return reply(200, JSON.stringify({ jsonrpc: "2.0", id, result }));
    if (method !== "tools/call") return reply(method === "notifications/initialized" ? 202 : 405, "");
    effects += 1;
    return reply(refusal.status, refusal.body);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanUp.push(async () => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, effects: () => effects };
}

function resultOf(method: string | undefined): object | null {
  if (method === "tools/list") return { tools: [{ name: "pay", inputSchema: { type: "object" } }] };
  if (method !== "initialize") return null;
  return { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "shop", version: "1" } };
}

async function messageIn(request: IncomingMessage): Promise<{ id?: number; method?: string }> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text) as { id?: number; method?: string };
}

test.each<Refusal>([
  { status: 404, body: '{"error":"no such order"}' },
  { status: 400, body: '{"error":"the session with the bank has expired"}' },
  { status: 500, body: "" },
  { status: 409, body: "" },
])("I2: a call that a server answers with HTTP $status is sent once", async (refusal) => {
  const { url, effects } = await refusingServer(refusal);
  const rig = await mcpRig({ shop: { url, era: "legacy" } });
  cleanUp.push(() => rig.close());
  const outcome = await rig.call("shop", "pay");
  expect(effects()).toBe(1);
  expect(outcome.kind).toBe("unknown");
});

test.each<Refusal>([
  { status: 404, body: "Charged, but there is no receipt." },
  { status: 404, body: no({ code: -32001, message: "Charged, but there is no such order." }) },
  { status: 400, body: no({ code: -32602, message: "Charged, but the session_id is not valid." }) },
])("I2: a tool that answers as a server does which forgot the session is called once: $status $body", async (said) => {
  const { url, effects } = await refusingServer(said, { keepsSessions: true });
  const rig = await mcpRig({ shop: { url, era: "legacy" } });
  cleanUp.push(() => rig.close());
  const outcome = await rig.call("shop", "pay");
  expect(effects()).toBe(1);
  // Nobody is told that the tool was not reached.
  expect(outcome).toMatchObject(said.body.startsWith("{") ? { result: { isError: true } } : { kind: "unknown" });
});

const tools = {
  result: {
    tools: [{ name: "pay", inputSchema: { type: "object" } }],
    ttlMs: 0,
    cacheScope: "private",
    resultType: "complete",
  },
};

/** What becomes of a call to which a server of either era answers so. */
async function outcomeOf(era: "modern" | "legacy", says: (asked: Asked) => Said) {
  const server = await handWrittenServer(era, (asked) =>
    asked.method === "tools/call" ? says(asked) : asked.method === "tools/list" ? tools : null,
  );
  cleanUp.push(() => server.stop());
  const rig = await mcpRig({ shop: server.entry });
  cleanUp.push(() => rig.close());
  const outcome = await rig.call("shop", "pay");
  expect(server.asked.filter(({ method }) => method === "tools/call")).toHaveLength(1);
  return outcome;
}

test.each(["modern", "legacy"] as const)(
  "E20: a server that says no by HTTP as well is a plain no, in its words (%s)",
  async (era) => {
    const error = { code: -32602, message: "No such order." };
    for (const id of ["its own", null]) {
      const outcome = await outcomeOf(era, (asked) => ({
        status: 400,
        body: no(error, id === null ? null : asked.id),
      }));
      expect(textOf(outcome)).toMatch(/No such order\. \(error -32602\)$/);
      expect(outcome).toMatchObject({ kind: "result", result: { isError: true } });
    }
    const scope = 'Bearer error="insufficient_scope", scope="pay:write", error_description="Read only."';
    const challenge = await outcomeOf(era, () => ({ status: 403, body: "", headers: { "www-authenticate": scope } }));
    expect(challenge).toEqual({
      kind: "not-sent",
      message:
        'The server refused the request (HTTP 403). It said: Read only. (insufficient_scope: "pay:write" is needed)',
    });
    const busy = await outcomeOf(era, () => ({ status: 429, body: no({ code: -32000, message: "Slow down." }) }));
    expect(busy).toEqual({
      kind: "not-sent",
      message: "The server refused the request (HTTP 429). It said: Slow down.",
    });
    // It may have begun.
    const broken = await outcomeOf(era, () => ({ status: 500, body: no({ code: -32603, message: "Broken." }) }));
    expect(broken.kind).toBe("unknown");
  },
);

test("only an error before the connection was open proves that a call was not sent", () => {
  const kindOf = (code: string) => {
    const cause = Object.assign(new Error("failed"), { code });
    return outcomeOfError(new TypeError("fetch failed", { cause }), { sessionIsOver: false, mask: maskOf([]) }).kind;
  };
  expect(["ECONNREFUSED", "ENOTFOUND", "UND_ERR_CONNECT_TIMEOUT"].map(kindOf)).not.toContain("unknown");
  for (const code of ["ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "UND_ERR_SOCKET"])
    expect(kindOf(code), code).toBe("unknown");
});

test("I19: a call that its server had begun does not wait for a sign-in, which would send it from its start again", () => {
  expect(afterBegin({ kind: "sign-in-first", scope: null })).toMatchObject({ kind: "unknown" });
});
