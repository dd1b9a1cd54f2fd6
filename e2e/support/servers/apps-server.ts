import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/**
 * A server of the older era over stdio that shows what its tool `order` returns with an app: `app.html` of a folder, read
 * anew each time. `pay` is for the app and asks, `look` is for the app and reads, `total` is for the model alone, `announce` says
 * that the list of tools changed, `told` says what this client declared. The resource `shop://never` is not answered.
 *   apps-server.ts <folder>
 */
type Message = { id?: string | number; method?: string; params?: Record<string, unknown> };

const folder = process.argv[2] ?? ".";
let declared: unknown = null;
let paid = 0;

const csp = { connectDomains: ["https://api.shop.example.com", "http://10.0.0.1"], resourceDomains: [] };
const uri = "ui://shop/order";

function tool(name: string, meta: object | null, readOnlyHint = true) {
  const inputSchema = { type: "object", properties: { amount: { type: "number" } } };
  return { name, inputSchema, annotations: { readOnlyHint }, ...(meta === null ? {} : { _meta: meta }) };
}

const tools = [
  tool("order", { ui: { resourceUri: uri } }),
  tool("pay", { ui: { visibility: ["app"] } }, false),
  tool("look", { ui: { visibility: ["app"] } }),
  tool("total", { ui: { visibility: ["model"] } }),
  tool("announce", null),
  tool("told", null),
];

const text = (said: string, more: object = {}) => ({ content: [{ type: "text", text: said }], ...more });

function called(name: unknown, args: Record<string, unknown>): object {
  if (name === "order") return text("Order 7", { structuredContent: { order: 7, total: 20 } });
  if (name === "look") return text("It is open.");
  if (name === "told") return text(JSON.stringify(declared));
  if (name === "announce") {
    send({ method: "notifications/tools/list_changed" });
    return text("announced");
  }
  if (name === "pay") {
    paid += 1;
    return text(`Paid ${String(args["amount"])}, payment ${paid}`);
  }
  return text("?");
}

function answered({ method, params = {} }: Message): object | null {
  if (method === "initialize") {
    declared = (params["capabilities"] as Record<string, unknown>)["extensions"] ?? null;
    const serverInfo = { name: "apps", version: "1" };
    return { protocolVersion: "2025-11-25", capabilities: { tools: { listChanged: true }, resources: {} }, serverInfo };
  }
  if (method === "ping") return {};
  if (method === "tools/list") return { tools };
  if (method === "resources/list") return { resources: [{ uri, name: "order" }] };
  if (method === "resources/read") {
    if (params["uri"] === "shop://terms") return { contents: [{ uri: "shop://terms", text: "Pay within a week." }] };
    if (params["uri"] !== uri) return null;
    const html = readFileSync(`${folder}/app.html`, "utf8");
    return { contents: [{ uri, mimeType: "text/html;profile=mcp-app", text: html, _meta: { ui: { csp } } }] };
  }
  if (method === "tools/call") return called(params["name"], (params["arguments"] ?? {}) as Record<string, unknown>);
  return null;
}

function send(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

createInterface({ input: process.stdin }).on("line", (line) => {
  // What our own client sends.
  const message = JSON.parse(line) as Message;
  const { id } = message;
  if (id === undefined || message.params?.["uri"] === "shop://never") return;
  const result = answered(message);
  send(result === null ? { id, error: { code: -32_602, message: "There is no such thing." } } : { id, result });
});
