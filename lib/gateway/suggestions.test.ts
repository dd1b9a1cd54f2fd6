import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { gatewayWorld } from "#e2e/support/gateway-world.ts";
import { serverFile, startServer, type RunningServer } from "#e2e/support/servers/start-server.ts";

let upstream: RunningServer;
beforeAll(async () => {
  upstream = await startServer("conformance-upstream.ts");
});
afterAll(() => upstream.stop());

test.each(["legacy", "modern"] as const)(
  "S0.58: what a server suggests for an argument passes through, in the %s era, and only of servers that a client may read",
  async (era) => {
    const passing = { command: process.execPath, args: [serverFile("passing-server.ts")] };
    const world = await gatewayWorld({
      servers: {
        up: { url: upstream.url, trusted: true, era: era === "legacy" ? "legacy" : "auto" },
        silent: { ...passing, trusted: true },
        waiting: passing,
      },
    });
    const client = new Client(
      { name: "desk", version: "1" },
      { versionNegotiation: { mode: era === "modern" ? { pin: "2026-07-28" } : "legacy" } },
    );
    onTestFinished(() => client.close());
    await client.connect(
      new StreamableHTTPClientTransport(new URL("http://127.0.0.1:3000/api/mcp"), {
        fetch: world.fetch,
        requestInit: { headers: await world.keyWith() },
      }),
    );
    // A server's prompts are read after it is up.
    const prompts = async () => (await client.listPrompts()).prompts.map(({ name }) => name);
    await expect.poll(prompts).toEqual(expect.arrayContaining(["up__test_prompt_with_arguments", "silent__greet"]));
    const suggested = async (ref: Parameters<Client["complete"]>[0]["ref"]) =>
      (await client.complete({ ref, argument: { name: "arg1", value: "test" } })).completion;
    // Without its hidden characters.
    expect(await suggested({ type: "ref/prompt", name: "up__test_prompt_with_arguments" })).toEqual({
      values: ["test value", "test value 2", "test_prompt_with_arguments arg1"],
      total: 3,
      hasMore: false,
    });
    const template = "test://template/{id}/data";
    expect((await suggested({ type: "ref/resource", uri: `countersign://up/${template}` })).values).toContain(
      `${template} arg1`,
    );
    expect(await suggested({ type: "ref/prompt", name: "silent__greet" })).toEqual({ values: [] });
    await expect(suggested({ type: "ref/prompt", name: "waiting__greet" })).rejects.toMatchObject({ code: -32602 });
    await expect(suggested({ type: "ref/resource", uri: "countersign://waiting/test://rows/{id}" })).rejects.toThrow();
    const { text } = await world.services.metrics.text();
    expect(text).toContain('countersign_source_reads_total{what="completion",outcome="done",side="server"} 3');
    expect(text).toContain('countersign_source_reads_total{what="completion",outcome="refused",side="server"} 2');
  },
);
