import { isStepCount, streamText, tool } from "ai";
import { expect, test } from "vitest";
import { z } from "zod";
import { listening } from "#e2e/support/listening.ts";
import { routesWorld } from "#e2e/support/routes-world.ts";
import { toldModel } from "#e2e/support/told-model.ts";
import { until } from "#e2e/support/until.ts";
import { countersign } from "./ai-sdk.ts";

test("S0.52: a tool of the AI SDK runs once for its accept, and not after a decline or without Countersign", async () => {
  const world = await routesWorld();
  const { authorization = "" } = await world.asProgram("asks");
  const to = { url: await listening(world), key: authorization.slice("Bearer ".length) };
  const ran: string[] = [];
  const deploy = tool({
    description: "Deploys",
    inputSchema: z.object({ to: z.string() }),
    execute: async ({ to: place }) => {
      ran.push(place);
      return "deployed";
    },
  });
  const model = toldModel();
  const work = (place: string, url = to.url) => {
    model.tell(place, [{ calls: [{ name: "deploy", args: { to: place } }] }]);
    const toolApproval = countersign("deploy-bot", { ...to, url });
    return streamText({
      model,
      prompt: place,
      tools: { deploy },
      toolApproval,
      stopWhen: isStepCount(3),
      maxRetries: 0,
    });
  };
  const answer = async (verb: "approve" | "reject") => {
    const open = () => world.database.db.selectFrom("approvals").select("id").where("status", "=", "pending").execute();
    await until(async () => (await open()).length === 1, "a card");
    const path = `/api/approvals/${(await open())[0]?.id}/${verb}`;
    expect((await world.call("POST", path, { headers: world.asPerson(), body: {} })).status).toBe(200);
  };
  const approved = work("staging");
  await answer("approve");
  expect(await approved.text).toBe("Done.");
  expect(ran).toEqual(["staging"]);
  const declined = work("production");
  await answer("reject");
  await declined.text;
  await work("nowhere", "http://127.0.0.1:1").text;
  expect(ran).toEqual(["staging"]);
});
