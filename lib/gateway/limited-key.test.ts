import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { gatewayWorld } from "#e2e/support/gateway-world.ts";

test("S0.45: a key that is limited to some tools is good for MCP alone, and calls no other tool by the chat", async () => {
  const tools = [fakeTool("one", { flag: "never" }), fakeTool("two", { flag: "never" })];
  const world = await gatewayWorld({ tools });
  world.model.tell("Do it.", [{ calls: [{ name: "srv__two", args: {} }] }, { text: "Done." }]);
  const body = { chatId: "of-key", message: { id: "m1", text: "Do it." } };
  const key = await world.keyWith({ tools: ["srv__one"] });
  const reached = [
    await world.call("POST", "/api/chat", { body, headers: key }),
    await world.call("GET", "/api/chat/of-key", { headers: key }),
    await world.call("GET", "/api/chat/of-key/stream", { headers: key }),
    await world.call("POST", "/api/chat/of-key/stop", { body: {}, headers: key }),
    await world.call("GET", "/api/files/x", { headers: key }),
  ];
  expect(reached.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  expect(await reached[0]?.json()).toMatchObject({
    code: "forbidden",
    detail:
      "This key is limited to some tools, so it is good for MCP at /api/mcp alone. For anything else make a key without that limit.",
  });
  expect(tools.map(({ ran }) => ran.length)).toEqual([0, 0]);
  const client = await world.connect("sdk 1", { key });
  expect((await client.list()).map(({ name }) => name)).toContain("srv__one");
  await client.call("srv__one");
  expect(tools.map(({ ran }) => ran.length)).toEqual([1, 0]);
});
