import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { newGrant } from "#e2e/support/new-grant.ts";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { admin, member, owner, toolsProcess } from "#e2e/support/tools-world.ts";
import { callToJudge } from "#e2e/support/call-to-judge.ts";
import { judge } from "#lib/policies/judge.ts";
import { inTransaction, type Database } from "#lib/store/engine/database.ts";
import { insertGrant } from "#lib/store/approvals/grants.ts";
import { openPolicies } from "#lib/server/policies/policies.ts";
import { policyOverview } from "#lib/server/policies/policy-overview.ts";

const log = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };
const entry = { url: "https://web.example/mcp" };
const rules = "rules:\n  - { id: web-runs, server: web, tool: look, then: allow }\n";

async function added() {
  const database = await openTestDatabase();
  const tools = await toolsProcess({}, { database });
  onTestFinished(() => tools.close());
  expect(await tools.admin.addServer({ person: owner, id: "web", entry })).toEqual({ done: true });
  return { database, tools };
}

async function booted(database: Database, text: string) {
  const folder = await mkdtemp(path.join(tmpdir(), "policy-servers-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, "policy.yaml"), text);
  const policies = await openPolicies({ database, log, folder, serverIds: () => ["app"] });
  const overview = async () => policyOverview(database, { all: true, missing: await policies.missingServers() });
  return { policies, overview };
}

test("A12: rules may name a server that was added in the app, and it stays so when it is removed: they fit nothing then", async () => {
  const { database, tools } = await added();
  const { policies, overview } = await booted(database, rules);
  expect(await policies.serverIds()).toEqual(["app", "web"]);
  expect((await overview()).rules).toMatchObject([{ id: "web-runs", missing: null }]);
  const look = callToJudge({ server: { id: "web" }, tool: { name: "look" } });
  expect((await judge(policies.current(), look)).verdict).toBe("allow");

  expect(await tools.admin.removeServer({ person: owner, id: "web" })).toEqual({ done: true });
  expect((await overview()).rules).toMatchObject([{ id: "web-runs", missing: "web" }]);
  // The next start reads the same file, and finds the name among those that were there once.
  const again = await booted(database, rules);
  expect((await again.overview()).rules).toMatchObject([{ id: "web-runs", missing: "web" }]);
  expect(await again.policies.serverIds()).toEqual(["app", "web"]);
});

test("A12: a changed file that names a server which never was is refused with its line", async () => {
  const { database } = await added();
  await booted(database, rules);
  const { overview } = await booted(database, `${rules}  - { id: nowhere, server: wbe, then: deny }\n`);
  expect((await overview()).waiting?.problems).toEqual([
    { line: 3, message: 'there is no server "wbe"; there are app, web' },
  ]);
  expect((await overview()).rules.map(({ id }) => id)).toEqual(["web-runs"]);
});

test("E11: whoever adds a server under a name that rules let run is told so, and must be an owner", async () => {
  const { database, tools } = await added();
  await booted(database, rules);
  await tools.admin.removeServer({ person: owner, id: "web" });
  const again = { id: "web", entry: { url: "https://elsewhere.example/mcp" } };
  expect(await tools.admin.addServer({ person: admin, ...again })).toMatchObject({ refused: "forbidden" });
  const confirm = 'The rule "web-runs" counts for this server: Calls of look on web run without asking.';
  expect(await tools.admin.addServer({ person: owner, ...again })).toMatchObject({
    refused: "conflict",
    fields: { confirm },
  });
  expect(tools.page().servers.map(({ id }) => id)).toEqual(["app"]);
  expect(await tools.admin.addServer({ person: owner, ...again, confirm })).toEqual({ done: true });
  expect(await tools.admin.addServer({ person: admin, id: "other", entry })).toEqual({ done: true });
});

test("E11: only an owner leads a server that rules let run to another address", async () => {
  const { database, tools } = await added();
  await booted(database, rules);
  const elsewhere = { id: "web", entry: { url: "https://elsewhere.example/mcp" } };
  expect(await tools.admin.editServer({ person: admin, ...elsewhere })).toMatchObject({ refused: "forbidden" });
  const titled = { person: admin, id: "web", entry: { ...entry, title: "Web" } };
  expect(await tools.admin.editServer(titled)).toEqual({ done: true });
  expect(await tools.admin.editServer({ person: owner, ...elsewhere })).toEqual({ done: true });
});

test("E11: a rule that names servers in its condition lets no admin put another server in the place of one", async () => {
  const { database, tools } = await added();
  const elsewhere = { person: admin, id: "web", entry: { url: "https://elsewhere.example/mcp" } };
  const rule = (when: string) => `rules:\n  - { id: by-condition, tool: look, when: '${when}', then: allow }\n`;
  await booted(database, rule('args.n == 1 && server.id == "web"'));
  expect(await tools.admin.editServer(elsewhere)).toMatchObject({ refused: "forbidden" });
  expect(await tools.admin.removeServer({ person: admin, id: "web" })).toEqual({ done: true });
  expect(await tools.admin.addServer(elsewhere)).toMatchObject({ refused: "forbidden" });
  expect(await tools.admin.addServer({ ...elsewhere, person: owner })).toMatchObject({
    fields: { confirm: expect.stringContaining('The rule "by-condition" counts for this server') },
  });
  // Trust is given to a server, and taken from one that is led elsewhere.
  const other = await added();
  await booted(other.database, rule("server.trusted && args.n == 1"));
  expect(await other.tools.admin.editServer(elsewhere)).toEqual({ done: true });
});

test("A11: what was granted for a removed server ends with it: one of its name and address may act for somebody else", async () => {
  const { database, tools } = await added();
  const grant = newGrant({ id: "g", person_id: member.id, server_id: "web", tool_name: "look" });
  await inTransaction(database, async (trx) => {
    await insertGrant(database, trx, grant);
    await insertGrant(database, trx, { ...grant, id: "other", server_id: "app" });
  });
  expect(await tools.admin.removeServer({ person: admin, id: "web" })).toEqual({ done: true });
  const again = { url: entry.url, headers: { "X-Account": "eve" } };
  expect(await tools.admin.addServer({ person: admin, id: "web", entry: again })).toEqual({ done: true });
  const grants = await database.db.selectFrom("grants").select(["id", "ended_by"]).orderBy("id").execute();
  expect(grants).toEqual([
    { id: "g", ended_by: "server-removed" },
    { id: "other", ended_by: null },
  ]);
  const ended = database.db.selectFrom("audit").select(["person_id", "detail_json"]).where("kind", "=", "grant-ended");
  const { person_id: whose, detail_json: detail } = await ended.executeTakeFirstOrThrow();
  expect([whose, JSON.parse(detail)]).toMatchObject([member.id, { because: "server-removed", tool: "look" }]);
});
