import { Mastra } from "@mastra/core";
import { Agent } from "@mastra/core/agent";
import { InMemoryStore } from "@mastra/core/storage";
import { createTool } from "@mastra/core/tools";
import { MockLanguageModelV4 } from "ai/test";
import { test, vi } from "vitest";
import { z } from "zod";
import { asksByLibrary } from "#e2e/support/asks-by-library.ts";
import { countersigned } from "./mastra.ts";

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const said = { finishReason: { unified: "stop" as const, raw: undefined }, usage, warnings: [] };

test("S0.52: a tool of Mastra runs once for its accept, and not after a decline or without Countersign", async () => {
  vi.stubEnv("MASTRA_TELEMETRY_DISABLED", "1");
  await asksByLibrary((place, to, run) => {
    const input = JSON.stringify({ to: place });
    const model = new MockLanguageModelV4({
      doGenerate: [
        { ...said, content: [{ type: "tool-call", toolCallId: "1", toolName: "deploy", input }] },
        { ...said, content: [{ type: "text", text: "Done." }] },
      ],
    });
    const deploy = createTool({
      id: "deploy",
      description: "Deploys",
      inputSchema: z.object({ to: z.string() }),
      requireApproval: true,
      execute: async ({ to: where }) => run(where),
    });
    const agent = new Agent({
      id: "deployer",
      name: "deployer",
      instructions: "Deploy.",
      // Mastra brings types of its own for the same models.
      model: model as never,
      tools: { deploy },
    });
    const mastra = new Mastra({ agents: { deployer: agent }, storage: new InMemoryStore(), logger: false });
    return countersigned(mastra.getAgent("deployer"), place, "deploy-bot", to);
  });
});
