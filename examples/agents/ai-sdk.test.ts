import { isStepCount, streamText, tool } from "ai";
import { test } from "vitest";
import { z } from "zod";
import { asksByLibrary } from "#e2e/support/asks-by-library.ts";
import { toldModel } from "#e2e/support/told-model.ts";
import { countersign } from "./ai-sdk.ts";

test("S0.52: a tool of the AI SDK runs once for its accept, and not after a decline or without Countersign", async () => {
  const model = toldModel();
  await asksByLibrary((place, to, run) => {
    model.tell(place, [{ calls: [{ name: "deploy", args: { to: place } }] }]);
    const deploy = tool({
      description: "Deploys",
      inputSchema: z.object({ to: z.string() }),
      execute: async ({ to: where }) => run(where),
    });
    const toolApproval = countersign("deploy-bot", to);
    const stopWhen = isStepCount(3);
    return Promise.resolve(
      streamText({ model, prompt: place, tools: { deploy }, toolApproval, stopWhen, maxRetries: 0 }).text,
    );
  });
});
