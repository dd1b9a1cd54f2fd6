import { setTimeout as delay } from "node:timers/promises";
import { inputRequired, ResourceNotFoundError, Server, type CallToolResult } from "@modelcontextprotocol/server";
import { allContent, oddContent } from "./passing-content.ts";
import { serveMcp } from "./serve-mcp.ts";

/**
 * A server of both protocol eras that says everything a server can say: content of all types, metadata, resources and
 * prompts, and lists of them that change.
 *   passing-server.ts [--http [port]]
 */
const cancelled: string[] = [];
const oddMark = "odd content stands here";
const names = ["all", "odd", "list", "slow", "cancelled", "grow", "wonder", "widen"];
const changes = { listChanged: true };
const servers = new Set<Server>();
let hasGrown = false;
let reads = 0;
const question = {
  inputRequests: {
    who: inputRequired.elicit({ message: "Who?", requestedSchema: { type: "object", properties: {} } }),
  },
};

function build(): Server {
  const server = new Server(
    { name: "passing", version: "1.0.0" },
    { capabilities: { tools: changes, resources: changes, prompts: changes } },
  );
  server.setRequestHandler("tools/list", () => ({
    tools: names.map((name) => ({
      name,
      inputSchema: { type: "object" as const },
      annotations: { readOnlyHint: true },
    })),
  }));
  const connect = server.connect.bind(server);
  // The SDK would refuse to send the odd content.
  server.connect = (transport) => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      const isOdd = JSON.stringify(message).includes(oddMark);
      const odd = { ...message, result: { ...("result" in message ? message.result : {}), content: oddContent } };
      return send(isOdd ? (odd as typeof message) : message, options);
    };
    return connect(transport);
  };
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }): Promise<CallToolResult> => {
    switch (params.name) {
      case "all":
        return allContent as CallToolResult;
      case "odd":
        return { content: [{ type: "text", text: oddMark }] };
      case "list":
        return { content: [], structuredContent: [1, "two"] };
      case "slow": {
        const progressToken = mcpReq._meta?.progressToken ?? "";
        const said = { progressToken, progress: 1, total: 2, message: "half" };
        await mcpReq.notify({ method: "notifications/progress", params: said });
        await delay(30_000, undefined, { signal: mcpReq.signal }).catch(() =>
          cancelled.push(String(params.arguments?.["label"])),
        );
        return { content: [] };
      }
      case "widen":
        names.push("widened");
        for (const each of servers) await each.sendToolListChanged().catch(() => {});
        return { content: [] };
      case "wonder":
        return inputRequired(question) as never;
      case "grow":
        hasGrown = true;
        announce?.notify.resourcesChanged();
        announce?.notify.promptsChanged();
        for (const each of servers) {
          await each.sendResourceListChanged().catch(() => {});
          await each.sendPromptListChanged().catch(() => {});
        }
        return { content: [] };
      default:
        return { content: [{ type: "text", text: JSON.stringify({ cancelled, reads }) }] };
    }
  });
  server.setRequestHandler("resources/list", ({ params }) => {
    const bytes = { uri: "test://bytes", name: "bytes", mimeType: "application/zip", size: 6 };
    const grown = hasGrown ? [{ uri: "test://grown", name: "grown" }] : [];
    if (params?.cursor === "second") return { resources: [bytes, ...grown] };
    const words = {
      uri: "test://words",
      name: "words",
      description: "Some\u200b words",
      _meta: { "example.com/a": 1 },
    };
    return { resources: [words], nextCursor: "second" };
  });
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [{ uriTemplate: "test://rows/{id}", name: "row" }],
  }));
  server.setRequestHandler("resources/read", ({ params: { uri } }) => {
    reads += 1;
    if (uri === "test://key") return { contents: [{ uri, text: `The key is ${process.env["API_KEY"]}.` }] };
    if (uri === "test://asks") return inputRequired(question);
    if (uri === "test://bytes") return { contents: [{ uri, mimeType: "application/zip", blob: "YmluYXJ5" }] };
    if (uri === "test://large") return { contents: [{ uri, text: "x".repeat(5 * 1024 * 1024) }] };
    if (uri !== "test://words" && !uri.startsWith("test://rows/")) throw new ResourceNotFoundError(uri);
    return { contents: [{ uri, text: `${uri}\u200b` }] };
  });
  server.setRequestHandler("prompts/list", () => ({
    prompts: [
      {
        name: "greet",
        description: "Greets\u200b.",
        arguments: [{ name: "whom", description: "Who\u200b", required: true }],
      },
      { name: "asks" },
      ...(hasGrown ? [{ name: "grown" }] : []),
    ],
  }));
  server.setRequestHandler("prompts/get", ({ params }) => {
    reads += 1;
    if (params.name === "asks") return inputRequired(question);
    const text = `Greet ${params.arguments?.["whom"]}.\u200b`;
    return { description: "Greets.", messages: [{ role: "user", content: { type: "text", text } }] };
  });
  servers.add(server);
  server.onclose = () => servers.delete(server);
  return server;
}

const announce = await serveMcp(build, process.argv.slice(2));
