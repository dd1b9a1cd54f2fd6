import { expect, test } from "vitest";
import { sayByRoute } from "./ask-by-route.ts";
import { fakeTool } from "./fake-tool.ts";
import { routesWorld } from "./routes-world.ts";

const riskOwner = { risk: 5, riskSource: "mcp.json", confirmBy: "table" } as const;

async function asked() {
  const tool = fakeTool("drop_table", riskOwner);
  const world = await routesWorld({ tools: [tool] });
  const { chat, open } = await sayByRoute(world, [{ calls: [{ name: "srv__drop_table", args: { table: "orders" } }] }]);
  const [id = ""] = open;
  const post = async (path: string, body: object, headers = world.asPerson()) => {
    const response = await world.call("POST", path, { body, headers });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return { tool, world, chat, id, post };
}

test("C14: no door to a high risk opens without its words: the chat's endpoint, by id or by call, and REST", async () => {
  const { tool, world, chat, id, post } = await asked();
  const call = await world.database.db.selectFrom("tool_calls").select("tool_call_id").executeTakeFirstOrThrow();
  const refusal = { status: 422, body: { success: false, fields: { confirm: "Type exactly: orders" } } };
  for (const confirm of [{}, { confirm: "drop_table" }, { confirm: "ORDERS" }]) {
    const byId = { approvalId: id, action: "accept", ...confirm };
    const byCall = { chatId: chat, toolCallId: call.tool_call_id, action: "accept", ...confirm };
    expect(await post("/api/chat/elicitation", byId)).toMatchObject(refusal);
    expect(await post("/api/chat/elicitation", byCall)).toMatchObject(refusal);
    expect(await post(`/api/approvals/${id}/approve`, confirm)).toMatchObject(refusal);
  }
  for (const confirm of [7, null, ["orders"], "o".repeat(201)]) {
    const body = { approvalId: id, action: "accept", confirm };
    expect(await post("/api/chat/elicitation", body)).toMatchObject({ status: 400 });
  }
  // A key does not answer it at all, whatever it sends.
  const key = await world.asProgram("approvals:decide");
  expect(await post(`/api/approvals/${id}/approve`, { confirm: "orders" }, key)).toMatchObject({ status: 403 });
  expect(tool.ran).toEqual([]);
  expect(await post(`/api/approvals/${id}/approve`, { confirm: "orders" })).toMatchObject({
    status: 200,
    body: { message: "Approved" },
  });
});

test("C14: what is not a high risk wants no words, and does not mind them", async () => {
  for (const confirm of [{}, { confirm: "whatever" }]) {
    const tool = fakeTool("write");
    const world = await routesWorld({ tools: [tool] });
    const { open } = await sayByRoute(world, [{ calls: [{ name: "srv__write", args: {} }] }]);
    const body = { approvalId: open[0], action: "accept", ...confirm };
    const response = await world.call("POST", "/api/chat/elicitation", { body, headers: world.asPerson() });
    expect(response.status).toBe(200);
  }
});
