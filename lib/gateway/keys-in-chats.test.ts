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

const idOf = (key: Record<string, string>) => /cs_([0-9a-f]{16})_/.exec(key["authorization"] ?? "")?.[1] ?? "";

/** A chat of a person that waits for them, and one in which a program's call waits; the program queues two messages. */
async function asked() {
  const tool = fakeTool("wipe");
  const world = await gatewayWorld({ tools: [tool] });
  const key = await world.asProgram("tools:call");
  world.model.tell("Mine.", [{ calls: [{ name: "srv__wipe", args: { by: "person" } }] }, { text: "Done." }]);
  world.model.tell("Theirs.", [{ calls: [{ name: "srv__wipe", args: { by: "program" } }] }, { text: "Done." }]);
  const say = async (chatId: string, text: string, headers: Record<string, string>) =>
    world.call("POST", "/api/chat", { body: { chatId, message: { id: "m1", text } }, headers });
  await say("of-person", "Mine.", world.asPerson());
  await world.opened(1);
  const answer = await say("of-key", "Theirs.", key);
  await world.opened(2);
  return { world, tool, key, answer };
}

test.each(["revoked", "expired", "limited"] as const)(
  "B11: once a key is %s, what it began in a chat ends, and its stream; what its person asked themselves waits on",
  async (how) => {
    const { world, tool, key, answer } = await asked();
    const { db } = world.database;
    const [path, headers] = [`/api/keys/${idOf(key)}`, world.asPerson()];
    if (how === "revoked") expect((await world.call("DELETE", path, { headers })).status).toBe(204);
    if (how === "limited") {
      expect((await world.call("PATCH", path, { headers, body: { tools: ["srv__wipe"] } })).status).toBe(204);
    }
    if (how === "expired") await db.updateTable("api_keys").set({ expires_at: 1 }).execute();
    const [open] = await world.opened(1);
    expect(open?.chat_id).toBe("of-person");
    await answer.text().catch(() => "cut");
    const rows = await db.selectFrom("approvals").selectAll().where("chat_id", "=", "of-key").execute();
    expect(rows).toMatchObject([{ status: "cancelled" }]);
    expect(rows[0]?.decision_json).toContain('"endedBy":"key-ended"');
    await world.answer(rows[0], "approve");
    const chat = await (await world.call("GET", "/api/chat/of-key", { headers })).text();
    expect(chat).toContain("The key of the program that asked this has ended, and this answer with it.");
    await world.answer(open, "approve");
    await expect.poll(() => tool.ran.length).toBe(1);
    expect(tool.ran).toMatchObject([{ arguments: { by: "person" } }]);
  },
);
