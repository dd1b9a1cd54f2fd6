import { expect, test, vi } from "vitest";
import { type Answer, send, textOf, worldWith } from "#e2e/support/gateway-request.ts";
import { gatewayWorld } from "#e2e/support/gateway-world.ts";
import { serverFile } from "#e2e/support/servers/start-server.ts";

test("D5: the calls that a person's clients make within an hour have an end", async () => {
  const { world, tool, key, wire } = await worldWith("wipe");
  await send(world, key, { name: wire("wipe") });
  await world.database.db.updateTable("person_counts").set({ count: 3_000 }).where("what", "=", "calls").execute();
  expect(textOf(await send(world, key, { name: wire("wipe") }))).toContain("3000 calls within an hour");
  expect(await world.open()).toHaveLength(1);
  expect(tool.ran).toEqual([]);
});

test("G27: a call with long arguments counts as several", async () => {
  const { world, key, wire } = await worldWith("wipe");
  const counted = () =>
    world.database.db.selectFrom("person_counts").select("count").where("what", "=", "calls").executeTakeFirst();
  await send(world, key, { name: wire("wipe") });
  expect(await counted()).toEqual({ count: 1 });
  await send(world, key, { name: wire("wipe"), arguments: { disk: "é".repeat(20_000) } });
  expect(await counted()).toEqual({ count: 6 });
});

test("G6: nothing waits for the end of a client's time once its call has ended", async () => {
  const { world, key, wire } = await worldWith("wipe");
  // A timer of this kind cannot be cleared, and holds what listens to it.
  const endless = vi.spyOn(AbortSignal, "timeout");
  const [set, clear] = [vi.spyOn(globalThis, "setTimeout"), vi.spyOn(globalThis, "clearTimeout")];
  const asked = await send(world, key, { name: wire("wipe") });
  expect(asked.result?.["resultType"]).toBe("input_required");
  // What a client that nobody knows is held for.
  const isLong = (ms: number | undefined) => ms === 50_000;
  expect(endless.mock.calls.filter(([ms]) => isLong(ms))).toEqual([]);
  const long = set.mock.results.filter((_, index) => isLong(set.mock.calls[index]?.[1])).map(({ value }) => value);
  expect(long.length).toBeGreaterThan(0);
  expect(clear.mock.calls.flat()).toEqual(expect.arrayContaining(long));
});

test("D5, G14: calls of one key that are under way at once have an end", async () => {
  const { world, tool, key, wire } = await worldWith("wipe");
  const answers: Answer[] = [];
  for (let round = 0; round < 4; round += 1) {
    const calls = Array.from({ length: 15 }, () => send(world, key, { name: wire("wipe") }));
    answers.push(...(await Promise.all(calls)));
  }
  expect(answers.filter((answer) => textOf(answer).includes("50 calls under way"))).toHaveLength(10);
  expect((await world.open()).length).toBeLessThanOrEqual(50);
  expect(tool.ran).toEqual([]);
});

test("G16: what a client sends that no client should, and its errors, make the log no longer than a line a minute", async () => {
  const { world, key, wire } = await worldWith("wipe");
  const bytes = () => world.logged.reduce((all, line) => all + line.length, 0);
  const before = bytes();
  const headers = { "mcp-name": wire("wipe") };
  for (let each = 0; each < 20; each += 1) {
    expect((await send(world, key, { name: "x".repeat(50_000) }, { headers })).status).toBe(400);
  }
  const failing = await world.connect("sdk 1", { answer: () => Promise.reject(new Error("y".repeat(100_000))) });
  expect(textOf({ status: 200, result: await failing.call(wire("wipe")) })).toContain("was not run");
  expect(world.logged.filter((line) => line.includes("gateway.refused"))).toHaveLength(1);
  expect(bytes() - before).toBeLessThan(20_000);
});

test("G7: open calls and streams of clients keep the person's own pages out of nothing", async () => {
  const { world, key, wire } = await worldWith("wipe");
  const gone = new AbortController();
  const asks = { elicitation: { form: {} } };
  const waiting = await world.keyWith({ attests: null });
  const calls = Array.from({ length: 48 }, () =>
    send(world, waiting, { name: wire("wipe") }, { asks, signal: gone.signal }).catch(() => null),
  );
  await expect.poll(() => world.services.streams.people.map((id) => world.services.streams.count(id))).toEqual([48]);
  expect((await send(world, key, { name: wire("wipe") })).status).toBe(429);
  const page = await world.call("GET", "/api/events", { headers: world.asPerson() });
  expect(page.status).toBe(200);
  await page.body?.cancel();
  gone.abort();
  await Promise.all(calls);
});

test("G7: a long list is handed out in pages of a megabyte, and all of it", async () => {
  const program = { command: process.execPath, args: [serverFile("long-lists-server.ts")], trusted: true };
  const world = await gatewayWorld({ servers: { long: { ...program, era: "legacy" } } });
  const page = await (await world.connect("sdk 1")).resources();
  expect(page.length).toBeGreaterThan(100);
  expect(JSON.stringify(page).length).toBeLessThan(1_100_000);
  // It asks for all pages.
  expect(await (await world.connect("client 2, new era")).resources()).toHaveLength(400);
});
