import { expect, test } from "#e2e/support/story.ts";

test("G13: anybody may ask whether an instance can serve, and learns nothing else", async ({ common, request }) => {
  const { app } = await common();
  await expect.poll(async () => (await request.get(`${app.url}/api/ready`)).status()).toBe(200);
  const response = await request.get(`${app.url}/api/ready`);
  expect(await response.json()).toEqual({
    status: "ready",
    store: { status: "ok", roundTripMs: expect.any(Number) },
    dispatch: { status: "ok", oldestWaitMs: expect.any(Number) },
    signals: { status: "ok" },
    process: { status: "ok", eventLoopDelayMs: expect.any(Number) },
  });
  expect(response.headers()["cache-control"]).toBe("no-store");
});

test("G13: an instance that is told to stop says so while it still answers, and then closes its door", async ({
  launch,
}) => {
  const app = await launch({ env: { PUBLIC_URL: "http://chat.example.com" } });
  const seen: string[] = [];
  const look = async () => {
    const ready = await fetch(`${app.url}/api/ready`).catch(() => null);
    const health = await fetch(`${app.url}/api/health`).catch(() => null);
    seen.push(`${ready?.status ?? "refused"} ${health?.status ?? "refused"}`);
    return seen.at(-1);
  };
  await expect.poll(look).toBe("200 200");
  process.kill(app.pid(), "SIGTERM");
  await expect.poll(look, { intervals: [50] }).toBe("refused refused");
  expect(seen).toContain("503 200");
});

test("G12: the character U+0000 in an address or a body is refused in words", async ({ common, request }) => {
  const { app, link } = await common();
  const key = new URL(await link()).hash.replace("#key=", "");
  const headers = { origin: app.url, "content-type": "application/json" };
  const post = (path: string, data: unknown) => request.post(`${app.url}${path}`, { headers, data });
  expect((await post("/api/session", { key })).status()).toBe(200);
  const message = (text: string) => ({ chatId: "chat-0001", message: { id: "m1", text } });
  expect((await post("/api/chat", message("list\0files"))).status()).toBe(400);
  expect((await post("/api/chat/elicitation", { approvalId: "a\0", action: "accept" })).status()).toBe(400);
  expect((await post("/api/approvals/a%00/extend", {})).status()).toBeLessThan(500);
  expect((await post("/api/chat/a%00/stop", {})).status()).toBeLessThan(500);
  for (const path of ["/api/chats?search=%00", "/api/chat/a%00", "/api/chat/a%00/stream", "/chat/a%00b", "/%00"]) {
    expect((await request.get(`${app.url}${path}`)).status(), path).toBeLessThan(500);
  }
  const removed = await request.delete(`${app.url}/api/chat/a%00/queue/%00`, { headers });
  expect(removed.status()).toBeLessThan(500);
});
