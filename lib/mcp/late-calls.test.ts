import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gatewayWorld } from "#e2e/support/gateway-world.ts";
import { serverFile } from "#e2e/support/servers/start-server.ts";

test("E15: an approved call that waits for its turn at its server is not sent once what let it start was taken back", async () => {
  // It can have no second process.
  const settings = JSON.stringify({ lock: join(mkdtempSync(join(tmpdir(), "late-")), "lock") });
  const program = { command: process.execPath, args: [serverFile("old-program.ts"), settings], trusted: true };
  const world = await gatewayWorld({ mostRisk: 5, servers: { old: { ...program, era: "legacy" } } });
  const client = await world.connect("client 2, new era");
  const first = client.call("old__ask", { label: "one" });
  await world.answer((await world.opened())[0], "approve");
  const kinds = async () => (await world.open()).map(({ kind }) => kind);
  await expect.poll(kinds).toEqual(["form"]);
  const [question] = await world.open();
  const second = client.call("old__ask", { label: "two" });
  await world.answer(
    (await world.opened(2)).find(({ kind }) => kind === "tool-call"),
    "approve",
  );
  const running = world.database.db.selectFrom("tool_calls").select("id").where("state", "=", "running");
  await expect.poll(() => running.execute()).toHaveLength(2);
  const headers = world.asPerson();
  expect((await world.call("PUT", "/api/policy/shadow", { headers, body: { on: true } })).status).toBe(200);
  const body = { approvalId: question?.id, action: "decline" };
  expect((await world.call("POST", "/api/chat/elicitation", { headers, body })).status).toBe(200);
  expect(JSON.stringify(await first)).toContain("one: decline");
  expect(JSON.stringify(await second)).toContain("While the call waited for its server, a rule or a grant changed");
  const asked = await world.database.db.selectFrom("approvals").select("kind").execute();
  expect(asked.map(({ kind }) => kind).toSorted()).toEqual(["form", "tool-call", "tool-call"]);
});
