import { fakeTool, said } from "./fake-tool.ts";
import { gatewayWorld, type GatewayWorld } from "./gateway-world.ts";

const version = "2026-07-28";
/** Of the endpoint for clients. */
export const address = "http://127.0.0.1:3000/api/mcp";

type Params = { name: string; arguments?: object; requestState?: string; inputResponses?: object };
/** What came back to `send`. */
export type Answer = { status: number; result?: Record<string, unknown>; error?: { code: number; message: string } };
type Sent = { name?: string; asks?: object; headers?: Record<string, string>; signal?: AbortSignal };

/** One request of the new era, made by hand: whatever a client may send. */
export async function send(
  world: GatewayWorld,
  key: Record<string, string>,
  params: Params,
  sent: Sent = {},
): Promise<Answer> {
  const { name = "desk", asks = { elicitation: { form: {}, url: {} } }, headers = {}, signal } = sent;
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientInfo": { name, version: "1" },
    "io.modelcontextprotocol/clientCapabilities": asks,
  };
  const response = await world.fetch(address, {
    method: "POST",
    ...(signal === undefined ? {} : { signal }),
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": version,
      "mcp-method": "tools/call",
      "mcp-name": params.name,
      ...key,
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { arguments: {}, ...params, _meta } }),
  });
  const text = await response.text();
  const last = text.split("\n").findLast((line) => line.startsWith("data: {"));
  const message = JSON.parse(last?.slice("data: ".length) ?? text) as Omit<Answer, "status">;
  return { status: response.status, ...message };
}

/** Answers to the question of a call. */
export const yes = { decision: { action: "accept", content: { decision: "approve" } } };
export const textOf = ({ result }: Answer) => (result?.["content"] as { text: string }[] | undefined)?.[0]?.text ?? "";
export const stateOf = ({ result }: Answer) => String(result?.["requestState"]);

/** A world whose only tools are these, and a key for them. */
export async function worldWith(...names: string[]) {
  const tools = names.map((name) => fakeTool(name, { act: () => said(`${name} ran`) }));
  const world = await gatewayWorld({ tools });
  const [tool = fakeTool("none")] = tools;
  return { world, tool, tools, key: await world.keyWith(), wire: (name: string) => `srv__${name}` };
}
