import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { createOpenAI } from "@ai-sdk/openai";
import {
  convertToModelMessages,
  isStepCount,
  pipeUIMessageStreamToResponse,
  streamText,
  tool,
  toUIMessageStream,
} from "ai";
import { z } from "zod";
import { clockedTool } from "./clocked-tool.ts";
import { monotonicMs } from "./monotonic-ms.ts";

// What the AI SDK's documentation shows, without a framework, a store or a session: the client posts the history, the
// route streams. `/plain` has no tools; `/approving` has one behind the SDK's own approvals.

const openai = createOpenAI({ apiKey: "bench", baseURL: process.argv[2] ?? "" });
const clock = tool({
  description: "Says when it started.",
  inputSchema: z.object({ label: z.string() }),
  execute: async () => String(monotonicMs()),
});
const setups = {
  "/plain": {},
  "/approving": {
    tools: { [clockedTool]: clock },
    toolApproval: { [clockedTool]: "user-approval" as const },
    stopWhen: isStepCount(5),
  },
};

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { messages } = JSON.parse(await text(request));
  const result = streamText({
    ...setups[request.url === "/plain" ? "/plain" : "/approving"],
    model: openai.chat("scripted"),
    messages: await convertToModelMessages(messages),
  });
  await pipeUIMessageStreamToResponse({ response, stream: toUIMessageStream({ stream: result.stream }) });
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error);
    response.destroy();
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") console.log(`http://127.0.0.1:${address.port}`);
});
