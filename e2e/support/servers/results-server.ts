import { Server, type CallToolResult } from "@modelcontextprotocol/server";
import { countedPng, tone } from "../pictures.ts";
import { serveMcp } from "./serve-mcp.ts";

/**
 * A server whose results are what servers of browsers and sound really send, and what none should.
 *   results-server.ts [--http [port]]
 */
const image = (data: Buffer, mimeType = "image/png") => ({ type: "image", data: data.toString("base64"), mimeType });
const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="document.title='drawn'"/>`);
const rows = [{ order: "A-17", total: 12.5 }];

const results: Record<string, unknown> = {
  screenshot: { content: [{ type: "text", text: "Took a screenshot." }, image(countedPng(1280, 720, true))] },
  full_page: { content: [image(countedPng(640, 3000, false))] },
  sound: { content: [{ type: "audio", data: tone(2).toString("base64"), mimeType: "audio/wav" }] },
  odd: {
    content: [
      { type: "hologram", data: "x" },
      image(svg, "image/svg+xml"),
      image(svg),
      { type: "resource", resource: { uri: "file:///plan.pdf", mimeType: "application/pdf", blob: "JVBERi0=" } },
      { type: "resource", resource: { uri: "file:///notes.txt", mimeType: "text/plain", text: "Water the plants." } },
      { type: "resource_link", uri: "https://example.com/report", name: "report", title: "The report" },
      image(countedPng(16, 16, false)),
    ],
  },
  rows: { content: [{ type: "text", text: "One order." }], structuredContent: { rows } },
  repeated: { content: [{ type: "text", text: JSON.stringify({ rows }) }], structuredContent: { rows } },
  wrong: { content: [{ type: "text", text: "One order." }], structuredContent: { rows: "A-17" } },
};

function build(): Server {
  const server = new Server({ name: "results", version: "1.0.0" }, { capabilities: { tools: {} } });
  const outputSchema = { type: "object" as const, properties: { rows: { type: "array" } }, required: ["rows"] };
  server.setRequestHandler("tools/list", () => ({
    tools: Object.entries(results).map(([name, result]) => ({
      name,
      description: `Answers with ${name}.`,
      inputSchema: { type: "object" as const },
      annotations: { readOnlyHint: true },
      ...(Object.hasOwn(result as object, "structuredContent") ? { outputSchema } : {}),
    })),
  }));
  const connect = server.connect.bind(server);
  // The SDK would refuse to send odd content.
  server.connect = (transport) => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      const result = "result" in message ? message.result : {};
      const [said] = (result as Partial<CallToolResult>).content ?? [];
      const isOdd = said?.type === "text" && said.text === "odd";
      const odd = { ...message, result: { ...result, ...(results["odd"] as object) } };
      return send(isOdd ? (odd as typeof message) : message, options);
    };
    return connect(transport);
  };
  server.setRequestHandler("tools/call", ({ params: { name } }) => {
    const isOdd = name === "odd";
    return (isOdd ? { content: [{ type: "text", text: "odd" }] } : results[name]) as CallToolResult;
  });
  return server;
}

await serveMcp(build, process.argv.slice(2));
