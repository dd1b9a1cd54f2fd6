import { expect, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { writeHistory } from "#e2e/support/recorded-history.ts";
import { routesWorld, type RoutesWorld } from "#e2e/support/routes-world.ts";
import { addPeople, team } from "#e2e/support/team.ts";
import type { AppEvent } from "#lib/chat/chat-summary.ts";
import type { ToolsPage } from "#lib/policies/changes/tools-page.ts";

const rule = "id: no-pay\ntool: pay\nthen: deny\nhide: true";

async function toolOnPage(world: RoutesWorld, name: string) {
  const response = await world.call("GET", "/api/tools", { headers: world.asPerson() });
  const { servers } = (await response.json()) as ToolsPage;
  return servers.flatMap(({ tools }) => tools).find((tool) => tool.name === name);
}

test("row 14: the tools page says by which rule a tool is hidden, and the rehearsal how many calls of hidden tools there were", async () => {
  const world = await routesWorld({ tools: [fakeTool("pay"), fakeTool("read")] });
  const heard: AppEvent[] = [];
  world.services.changes.listen(({ event }) => heard.push(event));
  await writeHistory(world.database, [
    { tool: "pay", args: { amount: 5 }, did: "accepted" },
    { tool: "read", args: {}, did: "accepted" },
  ]);
  const headers = world.asPerson();
  const tried = await world.call("POST", "/api/policy/rehearsal", { headers, body: { rule } });
  expect(await tried.json()).toMatchObject({ rehearsal: { calls: 2, would: { deny: 1 }, hidden: 1 } });
  expect(await toolOnPage(world, "pay")).toMatchObject({ hiddenBy: [] });

  expect((await world.call("POST", "/api/policy/rules", { headers, body: { rule } })).status).toBe(201);
  const words = "Calls of pay are refused, and the model is not shown what they would call.";
  const hidden = { ruleId: "no-pay", words, fromAll: true, isOfApp: true };
  expect(await toolOnPage(world, "pay")).toMatchObject({ hiddenBy: [hidden] });
  expect(await toolOnPage(world, "read")).toMatchObject({ hiddenBy: [] });
  expect(heard).toContainEqual({ type: "policy", stopped: false });
  const rows = await world.database.db.selectFrom("audit").selectAll().where("kind", "=", "rule-added").execute();
  expect(rows.map(({ detail_json }) => JSON.parse(detail_json) as object)).toMatchObject([
    { id: "no-pay", hides: true },
  ]);

  expect((await world.call("DELETE", "/api/policy/rules/no-pay", { headers })).status).toBe(204);
  expect(await toolOnPage(world, "pay")).toMatchObject({ hiddenBy: [] });
});

test("whoever looks hears at once that nothing runs in the whole app any more; what is hidden stays hidden", async () => {
  const world = await routesWorld({ tools: [fakeTool("pay")] });
  const headers = world.asPerson();
  await world.call("POST", "/api/policy/rules", { headers, body: { rule } });
  const heard: AppEvent[] = [];
  world.services.changes.listen(({ event }) => heard.push(event));
  for (const on of [true, false]) {
    expect((await world.call("PUT", "/api/policy/shadow", { headers, body: { on } })).ok).toBe(true);
    expect(heard.at(-1)).toEqual({ type: "policy", stopped: on });
    expect(world.services.policies.stopsAll()).toBe(on);
    expect(await toolOnPage(world, "pay")).toMatchObject({ hiddenBy: [{ ruleId: "no-pay" }] });
  }
});

test("row 9: the tools page says of which tools nobody here could approve a call", async () => {
  const two = { kind: "quorum", needed: 2, people: [], roles: ["reviewer"] } as const;
  const world = await routesWorld({
    tools: [fakeTool("read"), fakeTool("pay", { who: { kind: "other" } }), fakeTool("wire", { who: two })],
  });
  const said = async () => [
    (await toolOnPage(world, "read"))?.neverApproved,
    (await toolOnPage(world, "pay"))?.neverApproved,
    (await toolOnPage(world, "wire"))?.neverApproved,
  ];
  expect(await said()).toEqual([
    null,
    "It needs a reviewer who is not the person who asks, and there is none here.",
    "It needs 2 signatures, and only 0 people here may sign.",
  ]);
  await addPeople(world.database, [team.ana, team.ben]);
  expect(await said()).toEqual([null, null, null]);
});
