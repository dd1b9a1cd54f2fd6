import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { routesWorld } from "#e2e/support/routes-world.ts";
import type { ChatTools } from "#lib/chat/chat-tools.ts";

async function worldOf() {
  const world = await routesWorld({ tools: [fakeTool("pay", { title: "Pay" }), fakeTool("show")] });
  const headers = world.asPerson();
  const look = (id: string) => world.call("GET", `/api/chat/${id}/tools`, { headers });
  const change = async (toolsOff: unknown) => {
    const answer = await world.call("PATCH", "/api/chat/chat-one", { body: { toolsOff }, headers });
    return { status: answer.status, body: (await answer.json()) as { toolsOff?: string[] } };
  };
  return { look, change };
}

test("S0.73: what may be switched is listed for a new chat and for one that is there", async () => {
  const { look, change } = await worldOf();
  const listed = async (id: string) => (await (await look(id)).json()) as ChatTools;
  const fresh = await listed("new");
  expect(fresh.most).toBeNull();
  expect(fresh.servers.find(({ id }) => id === "srv")?.tools).toEqual([
    { name: "pay", title: "Pay", icon: null, found: false },
    { name: "show", title: "show", icon: null, found: false },
  ]);
  await change(["srv/pay"]);
  // What is off is still there to be switched on.
  expect(await listed("chat-one")).toEqual(fresh);
  expect((await look("no-such-chat")).status).toBe(404);
});

test("S0.73: what is off is kept as it was said, and anything but a short list of names is refused", async () => {
  const { change } = await worldOf();
  expect(await change(["srv/*", "other/a/b"])).toMatchObject({
    status: 200,
    body: { toolsOff: ["srv/*", "other/a/b"] },
  });
  const wrong = ["srv/*", ["srv"], ["/pay"], [""], [1], [`srv/${"a".repeat(300)}`], Array(501).fill("srv/pay")];
  for (const names of wrong) expect((await change(names)).status).toBe(400);
  expect(await change([])).toMatchObject({ status: 200, body: { toolsOff: [] } });
});
