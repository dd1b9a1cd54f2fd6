import { Agent, setTracingDisabled, tool } from "@openai/agents";
import { assistantMessage, functionCall, ScriptedModel } from "@openai/agents/testing";
import { test } from "vitest";
import { z } from "zod";
import { asksByLibrary } from "#e2e/support/asks-by-library.ts";
import { countersigned } from "./openai-agents.ts";

test("S0.52: a tool of OpenAI Agents JS runs once for its accept, and not after a decline or without Countersign", async () => {
  setTracingDisabled(true);
  await asksByLibrary((place, to, run) => {
    const deploy = tool({
      name: "deploy",
      description: "Deploys",
      parameters: z.object({ to: z.string() }),
      needsApproval: true,
      execute: async ({ to: where }) => run(where),
    });
    const model = new ScriptedModel([
      [functionCall("deploy", { to: place }, { callId: "1" })],
      [assistantMessage("Done.")],
    ]);
    return countersigned(new Agent({ name: "deployer", model, tools: [deploy] }), place, "deploy-bot", to);
  });
});
