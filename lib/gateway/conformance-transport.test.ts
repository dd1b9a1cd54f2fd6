import { expect, test, vi } from "vitest";
import { gatewayWorld } from "#e2e/support/gateway-world.ts";
import { failuresAt, servedTo } from "#e2e/support/run-conformance.ts";

// Where the gateway serves its clients, what the suite wants of a server is served: by our route, guard, sessions and streams.
vi.mock("./mcp-server.ts", async (original) => {
  const { conformanceServer } = await import("#e2e/support/servers/conformance-server.ts");
  return { ...(await original<object>()), mcpServer: conformanceServer };
});

test.each(["2025-11-25", "2026-07-28"])(
  "M9: by the gateway's own transport and guard a server passes all that MCP %s requires of servers and is scored",
  async (revision) => {
    const world = await gatewayWorld();
    expect(await failuresAt(await servedTo(world), revision)).toEqual([]);
  },
);
