import { createServer } from "node:http";
import { expect } from "vitest";
import { listening, listeningAt } from "./listening.ts";
import { routesWorld } from "./routes-world.ts";
import { until } from "./until.ts";

type Work = (place: string, to: { url: string; key: string }, deploy: (place: string) => string) => Promise<unknown>;

/**
 * Lets a library's agent deploy to a place several times, each time with another answer. `work` ends when the agent
 * does; its tool calls `deploy`.
 */
export async function asksByLibrary(work: Work): Promise<void> {
  const world = await routesWorld();
  const { authorization = "" } = await world.asProgram("asks");
  const to = { url: await listening(world), key: authorization.slice("Bearer ".length) };
  const deployed: string[] = [];
  const deploy = (place: string) => `${deployed.push(place)} deployed`;
  const open = () => world.database.db.selectFrom("approvals").selectAll().where("status", "=", "pending").execute();
  const answer = async (verb: "approve" | "reject", place: string) => {
    await until(async () => (await open()).length === 1, "a card");
    const [card] = await open();
    expect(JSON.parse(card?.subject_json ?? "")).toMatchObject({
      said: { agent: "deploy-bot" },
      tool: { name: "deploy" },
      subject: { argumentsJson: JSON.stringify({ to: place }) },
    });
    const path = `/api/approvals/${card?.id}/${verb}`;
    expect((await world.call("POST", path, { headers: world.asPerson(), body: {} })).status).toBe(200);
  };
  await Promise.all([work("staging", to, deploy), answer("approve", "staging")]);
  expect(deployed).toEqual(["staging"]);
  await Promise.all([work("production", to, deploy), answer("reject", "production")]);
  const failing = await listeningAt(createServer((_request, response) => void response.writeHead(500).end()));
  await work("nowhere", { ...to, url: failing }, deploy);
  await work("nowhere", { ...to, url: "http://127.0.0.1:1" }, deploy);
  await work("nowhere", { ...to, key: "cs_none" }, deploy);
  expect(deployed).toEqual(["staging"]);
}
