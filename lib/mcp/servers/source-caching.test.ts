import { onTestFinished, expect, test, vi } from "vitest";
import { handWrittenServer } from "#e2e/support/hand-written-server.ts";
import { mcpRig } from "#e2e/support/mcp-rig.ts";

const now = performance.now.bind(performance);

/** How often the list is asked for when somebody wants it at these times, ms. */
async function askedAt(ttlMs: unknown, times: number[]): Promise<number> {
  const listed = { resultType: "complete", resources: [{ uri: "x:1", name: "one" }], ttlMs, cacheScope: "private" };
  const server = await handWrittenServer("modern", ({ method }) => {
    if (method === "tools/list")
      return { result: { resultType: "complete", tools: [], ttlMs: 0, cacheScope: "private" } };
    return method === "resources/list" ? { result: listed } : null;
  });
  onTestFinished(server.stop);
  const rig = await mcpRig({ notes: server.entry });
  onTestFinished(() => rig.close());
  let later = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + later);
  for (const time of times) {
    later = time;
    const from = { personId: "", servers: new Set(["notes"]), signal: new AbortController().signal };
    expect(await rig.servers.sources.list("resources", from)).toHaveLength(1);
  }
  clock.mockRestore();
  return server.asked.filter(({ method }) => method === "resources/list").length;
}

test("M67: a list is asked for again after the time that its server gives it, within bounds", async () => {
  expect(await askedAt(60_000, [0, 30_000, 59_000])).toBe(1);
  expect(await askedAt(60_000, [0, 61_000])).toBe(2);
  expect(await askedAt(9e15, [0, 299_000, 301_000])).toBe(2);
  expect(await askedAt(1, [0, 500, 1_900])).toBe(2);
});

test("M67: a server that gives none, or none that was chosen, is asked after five seconds", async () => {
  for (const ttlMs of [0, -1]) expect(await askedAt(ttlMs, [0, 4_000, 6_000]), String(ttlMs)).toBe(2);
});
