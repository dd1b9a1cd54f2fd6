import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { noPersonLimits } from "#lib/agent/hot/person-limits.ts";
import { mostMade } from "#lib/store/people/person-counts.ts";
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
    detail: expect.stringMatching(/^You have sent 1 messages within an hour, .* Send this one again in \d+ min\.$/),
  });
  const change = (id: string) => world.call("PATCH", `/api/chat/${id}`, { body: { title: "T" }, headers });
  expect((await change(randomUUID())).status).toBe(200);
  const full = await change(randomUUID());
  expect([full.status, full.headers.get("retry-after")]).toEqual([429, null]);
  expect(await full.json()).toMatchObject({ detail: expect.stringContaining("You have 2 chats") });
  await world.close();
});

test("G14: whoever makes and ends things, or switches shadow mode, in a loop is told so, and the trail grows no more", async () => {
  const world = await routesWorld();
  const headers = world.asPerson();
  const keys = () => world.call("POST", "/api/keys", { body: { name: "K", scopes: ["asks"] }, headers });
  const { key } = (await (await keys()).json()) as { key: { id: string } };
  const chatId = randomUUID();
  const shadow = (policy: "denyAll" | null) =>
    world.call("PATCH", `/api/chat/${chatId}`, { body: { policy }, headers });
  for (const policy of ["denyAll", "denyAll", null, null, "denyAll"] as const) {
    expect((await shadow(policy)).status).toBe(200);
  }
  const { db } = world.database;
  const trail = async () =>
    (await db.selectFrom("audit").select("kind").orderBy("seq").execute()).map(({ kind }) => kind);
  expect((await trail()).filter((kind) => kind === "shadow-mode-switched")).toHaveLength(3);
  await db.updateTable("person_counts").set({ count: mostMade }).where("what", "=", "made").execute();
  const before = await trail();
  const endpoint = "https://push.example.com/1";
  const device = { endpoint, keys: { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) }, label: "Phone" };
  const refused = [
    await keys(),
    await world.call("POST", "/api/notifications/devices", { body: device, headers }),
    await shadow(null),
  ];
  for (const response of refused) {
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({ detail: expect.stringMatching(/It goes on in \d+ minutes\.$/) });
  }
  expect((await shadow("denyAll")).status).toBe(200);
  expect(await trail()).toEqual(before);
  expect((await world.call("DELETE", `/api/keys/${key.id}`, { headers })).status).toBe(204);
  await world.close();
});
