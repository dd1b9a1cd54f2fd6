import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { noPersonLimits } from "#lib/agent/hot/person-limits.ts";
import { restOf } from "./ask-by-route.ts";
import { routesWorld } from "./routes-world.ts";

test("G14: over a limit the API answers 429 with a sentence, and says when to come again where time helps", async () => {
  const world = await routesWorld({ limits: { ofPerson: { ...noPersonLimits, messagesPerHour: 1, chats: 2 } } });
  const headers = world.asPerson();
  const send = (chatId: string) =>
    world.call("POST", "/api/chat", { body: { chatId, message: { id: randomUUID(), text: "hi" } }, headers });
  const chatId = randomUUID();
  await (await send(chatId)).text();
  await restOf(world, chatId);
  const refused = await send(chatId);
  expect(refused.status).toBe(429);
  const seconds = Number(refused.headers.get("retry-after"));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(3_600);
  expect(refused.headers.get("content-type")).toBe("application/problem+json");
  expect(await refused.json()).toMatchObject({
    code: "too-many",
    detail: expect.stringMatching(/^You have sent 1 messages within an hour, .* Send this one again in \d+ minutes\.$/),
  });
  const change = (id: string) => world.call("PATCH", `/api/chat/${id}`, { body: { title: "T" }, headers });
  expect((await change(randomUUID())).status).toBe(200);
  const full = await change(randomUUID());
  expect([full.status, full.headers.get("retry-after")]).toEqual([429, null]);
  expect(await full.json()).toMatchObject({ detail: expect.stringContaining("You have 2 chats") });
  await world.close();
});
