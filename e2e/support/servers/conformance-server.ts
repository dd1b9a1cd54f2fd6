import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type CallToolResult,
} from "@modelcontextprotocol/server";
import { setTimeout as delay } from "node:timers/promises";
import { inRounds, promptRounds, toolRounds, verifyRound } from "./conformance-rounds.ts";

const picture = "iVBORw0KGgo=";
const text = { type: "text" as const, text: "This is a simple text response for testing." };
const image = { type: "image" as const, data: picture, mimeType: "image/png" };
const audio = { type: "audio" as const, data: "UklGRg==", mimeType: "audio/wav" };
const resource = {
  type: "resource" as const,
  resource: { uri: "test://embedded-resource", mimeType: "text/plain", text: "This is an embedded resource content." },
};

const results: Record<string, CallToolResult> = {
  test_simple_text: { content: [text] },
  test_image_content: { content: [image] },
  test_audio_content: { content: [audio] },
  test_embedded_resource: { content: [resource] },
  test_multiple_content_types: { content: [text, image, resource] },
  test_error_handling: {
    content: [{ type: "text", text: "This tool intentionally returns an error for testing" }],
    isError: true,
  },
  test_tool_with_progress: { content: [text] },
  test_tool_with_logging: { content: [text] },
};
/** About which the gateway asks before they run. */
const gated = [
  "test_input_required_result_elicitation",
  "test_input_required_result_request_state",
  "test_input_required_result_tampered_state",
];

const prompts = [
  { name: "test_simple_prompt", description: "Says something." },
  {
    name: "test_prompt_with_arguments",
    description: "Says what it is given.",
    arguments: [
      { name: "arg1", required: true },
      { name: "arg2", required: true },
    ],
  },
  {
    name: "test_prompt_with_embedded_resource",
    description: "Shows a resource.",
    arguments: [{ name: "resourceUri", required: true }],
  },
  { name: "test_prompt_with_image", description: "Shows a picture." },
  { name: "test_input_required_result_prompt", description: "Asks something before it answers." },
];
const suggestions = ["test value", "test\u200b value 2", "other value"];

/**
 * A server that offers what the MCP conformance suite reads and calls, under the names by which the suite knows it, and
 * asks what the suite wants to be asked.
 */
export function conformanceServer(): Server {
  const server = new Server(
    { name: "conformance", version: "1.0.0" },
    {
      capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {}, logging: {} },
      requestState: { verify: verifyRound },
    },
  );
  const inputSchema = { type: "object" as const };
  const description = "Of the conformance suite.";
  server.setRequestHandler("tools/list", () => ({
    tools: [
      ...[...Object.keys(results), ...Object.keys(toolRounds)]
        .filter((name) => !gated.includes(name))
        .map((name) => ({ name, description, inputSchema, annotations: { readOnlyHint: true } })),
      ...gated.map((name) => ({ name, description, inputSchema })),
    ],
  }));
  server.setRequestHandler("tools/call", async ({ params: { name } }, ctx) => {
    const { mcpReq } = ctx;
    const rounds = toolRounds[name];
    if (rounds !== undefined) return inRounds(rounds, ctx, (said) => ({ content: [{ type: "text", text: said }] }));
    if (name === "test_tool_with_logging") {
      for (const said of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
        await mcpReq.log("info", said);
        await delay(50);
      }
    }
    const progressToken = mcpReq._meta?.progressToken;
    if (name === "test_tool_with_progress" && progressToken !== undefined) {
      // More than the suite wants: those that come too soon after another are not passed on.
      for (let progress = 0; progress <= 100; progress += 10) {
        await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, total: 100 } });
        await delay(120);
      }
    }
    const result = results[name];
    if (result === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`);
    return result;
  });
  const known = [
    { uri: "test://static-text", name: "text", mimeType: "text/plain", text: "The text of a resource." },
    { uri: "test://static-binary", name: "binary", mimeType: "image/png", blob: picture },
  ];
  server.setRequestHandler("resources/list", () => ({
    resources: known.map(({ uri, name, mimeType }) => ({ uri, name, mimeType })),
  }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [{ uriTemplate: "test://template/{id}/data", name: "data" }],
  }));
  server.setRequestHandler("resources/read", ({ params: { uri } }) => {
    const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
    const found = id === undefined ? known.find((each) => each.uri === uri) : { uri, text: JSON.stringify({ id }) };
    if (found === undefined) throw new ResourceNotFoundError(uri);
    return { contents: [found as { uri: string; text: string }] };
  });
  server.setRequestHandler("resources/subscribe", () => ({}));
  server.setRequestHandler("resources/unsubscribe", () => ({}));
  server.setRequestHandler("prompts/list", () => ({ prompts }));
  server.setRequestHandler("prompts/get", async ({ params: { name, arguments: given = {} } }, ctx) => {
    const rounds = promptRounds[name];
    if (rounds !== undefined) {
      return inRounds(rounds, ctx, (said) => ({
        messages: [{ role: "user" as const, content: { type: "text" as const, text: said } }],
      }));
    }
    const shown = { ...resource, resource: { ...resource.resource, uri: given["resourceUri"] ?? "" } };
    const words = { type: "text" as const, text: `A prompt with ${JSON.stringify(given)}.` };
    const more = name.endsWith("_image") ? [image] : name.endsWith("_resource") ? [shown] : [];
    return { messages: [...more, words].map((content) => ({ role: "user" as const, content })) };
  });
  server.setRequestHandler("completion/complete", ({ params: { ref, argument } }) => {
    const values = suggestions.filter((value) => value.startsWith(argument.value));
    const own = ref.type === "ref/prompt" ? ref.name : ref.uri;
    return { completion: { values: [...values, `${own} ${argument.name}`], total: 3, hasMore: false } };
  });
  return server;
}
