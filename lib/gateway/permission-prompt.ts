import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server, type Tool } from "@modelcontextprotocol/server";
import { isJsonObject, type JsonObject } from "#lib/untrusted/json.ts";
import { agentToolName } from "#lib/verdict/agent-server.ts";

/** Answers MCP with one tool, by which Claude Code asks before it runs a tool of its own. */
export type PermissionPrompt<Key> = (request: Request, key: Key, body: unknown) => Promise<Response>;

/** Asks a person about one call of an agent that takes changed arguments. `signal`: the agent is gone. */
export type AskOf<Key> = (
  key: Key,
  call: { agent: string; tool: string; arguments: JsonObject; timeoutMs: number },
  signal: AbortSignal,
) => Promise<{ decision: "allow" | "deny" | "wait"; reason: string; arguments?: JsonObject }>;

const prompt: Tool = {
  name: "permission_prompt",
  title: "Ask a person before a tool runs",
  description:
    "For Claude Code's option --permission-prompt-tool. Asks a person in Countersign whether a tool of the agent may run, and waits for the answer.",
  inputSchema: {
    type: "object",
    properties: {
      tool_name: { type: "string" },
      input: { type: "object" },
      tool_use_id: { type: "string" },
    },
    required: ["tool_name", "input"],
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
};

/** Nobody may come by a question that is open for longer; the agent waits as long. */
const timeoutMs = 300_000;
const progressEveryMs = 15_000;

type Answer = { behavior: "allow"; updatedInput: JsonObject } | { behavior: "deny"; message: string };

export function permissionPrompt<Key extends { id: string }>(
  ask: AskOf<Key>,
  onerror: (error: Error) => void,
): PermissionPrompt<Key> {
  const underWay = new Set<{ keyId: string; requestId: unknown; cut: AbortController }>();
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const server = new Server(
        { name: "countersign", title: "Countersign", version: "1" },
        { capabilities: { tools: {} } },
      );
      server.setRequestHandler("tools/list", () => ({ tools: [prompt] }));
      server.setRequestHandler("tools/call", async ({ params }, { mcpReq, http }) => {
        if (params.name !== prompt.name) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Unknown tool");
        const key = keyIn<Key>(authInfo);
        const cut = new AbortController();
        const signal = AbortSignal.any([
          mcpReq.signal,
          cut.signal,
          ...(http?.req === undefined ? [] : [http.req.signal]),
        ]);
        const call = { keyId: key.id, requestId: mcpReq.id, cut };
        underWay.add(call);
        const token = mcpReq._meta?.progressToken;
        let progress = 0;
        const timer = setInterval(() => {
          if (token === undefined) return;
          progress += 1;
          const said = { progressToken: token, progress, message: "Waiting for a person's approval." };
          mcpReq.notify({ method: "notifications/progress", params: said }).catch(() => {});
        }, progressEveryMs);
        try {
          const answer = await answerTo(ask, key, params.arguments, signal);
          return { content: [{ type: "text", text: JSON.stringify(answer) }] };
        } finally {
          clearInterval(timer);
          underWay.delete(call);
        }
      });
      return server;
    },
    { legacy: "stateless", responseMode: "sse", onerror },
  );
  return (request, key, parsedBody) => {
    // Clients of the older era take a question back by a request of its own, which has no session to name here.
    const requestId = cancelledIn(parsedBody);
    for (const call of underWay) if (call.keyId === key.id && call.requestId === requestId) call.cut.abort();
    const authInfo = { token: "", clientId: key.id, scopes: [], extra: { key } };
    return handler.fetch(request, { authInfo, parsedBody });
  };
}

function cancelledIn(message: unknown): unknown {
  const { method, params } = message as { method?: unknown; params?: { requestId?: unknown } };
  return method === "notifications/cancelled" ? params?.requestId : undefined;
}

function keyIn<Key>(authInfo: { extra?: Record<string, unknown> } | undefined): Key {
  const key = authInfo?.extra?.["key"];
  if (key === undefined) throw new Error("A request came without its key.");
  // `permissionPrompt` put it there.
  return key as Key;
}

/** Whatever fails is a no. */
async function answerTo<Key>(
  ask: AskOf<Key>,
  key: Key,
  { tool_name: tool, input }: Record<string, unknown> = {},
  signal: AbortSignal,
): Promise<Answer> {
  try {
    if (typeof tool !== "string" || !agentToolName.test(tool)) return no("the tool has no name that can be shown.");
    if (!isJsonObject(input)) return no("the arguments are no object.");
    const answer = await ask(key, { agent: "claude-code", tool, arguments: input, timeoutMs }, signal);
    if (answer.decision !== "allow") return no(answer.reason);
    return { behavior: "allow", updatedInput: answer.arguments ?? input };
  } catch {
    return no("something went wrong there.");
  }
}

function no(why: string): Answer {
  return { behavior: "deny", message: `Not run. Countersign: ${why}` };
}
