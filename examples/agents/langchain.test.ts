import { fakeModel } from "@langchain/core/testing";
import { AIMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { createAgent, humanInTheLoopMiddleware, tool } from "langchain";
import { test } from "vitest";
import { z } from "zod";
import { asksByLibrary } from "#e2e/support/asks-by-library.ts";
import { countersigned } from "./langchain.ts";

test("S0.52: a tool of LangChain runs once for its accept, and not after a decline or without Countersign", async () => {
  const interruptOn = { deploy: { allowedDecisions: ["approve", "reject"] } };
  // The types of LangChain's middleware do not fit each other where `exactOptionalPropertyTypes` is on.
  const middleware = [humanInTheLoopMiddleware({ interruptOn } as never)] as unknown as [];
  let thread = 0;
  await asksByLibrary((place, to, run) => {
    const deploy = tool(({ to: where }: { to: string }) => run(where), {
      name: "deploy",
      description: "Deploys",
      schema: z.object({ to: z.string() }),
    });
    const agent = createAgent({
      model: fakeModel()
        .respondWithTools([{ name: "deploy", args: { to: place } }])
        .respond(new AIMessage("Done.")),
      tools: [deploy],
      middleware,
      checkpointer: new MemorySaver(),
    });
    const config = { configurable: { thread_id: String((thread += 1)) } };
    return countersigned(agent, { messages: [{ role: "user", content: place }] }, config, "deploy-bot", to);
  });
});
