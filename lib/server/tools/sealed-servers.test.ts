import { afterEach, expect, test } from "vitest";
import { serverFile, startServer } from "#e2e/support/servers/start-server.ts";
import { testSecrets } from "#e2e/support/test-secrets.ts";
import { admin, owner, toolAudit, toolsProcess, type ToolsProcess } from "#e2e/support/tools-world.ts";
import { sealedElsewhere } from "#lib/store/schema/secrets.ts";

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).reverse()) await end();
});

async function started(...[servers, options]: Parameters<typeof toolsProcess>): Promise<ToolsProcess> {
  const process = await toolsProcess(servers, options);
  cleanUp.push(() => process.close());
  return process;
}

async function confirmed(tools: ToolsProcess, id: string, person = owner): Promise<void> {
  const change = { person, id, digest: tools.server(id).confirm?.digest ?? "" };
  const asked = await tools.admin.confirmServer(change);
  const confirm = "fields" in asked ? asked.fields?.["confirm"] : undefined;
  const done = confirm === undefined ? asked : await tools.admin.confirmServer({ ...change, confirm });
  expect(done).toEqual({ done: true });
}

const program = {
  command: process.execPath,
  args: [serverFile("asking-server.ts"), "--token=canary-in-an-argument"],
  env: { API_KEY: "canary-in-a-variable" },
};

test("H17: what a server is given, and was confirmed of it, is sealed in the store, and starts it again", async () => {
  const tools = await started({ file: { ...program, args: [...program.args, "--file"] } });
  await tools.admin.addServer({ person: owner, id: "mine", entry: program });
  await confirmed(tools, "mine");
  await tools.until(() => tools.server("mine").status === "up");
  expect(tools.learned).toEqual(expect.arrayContaining(["canary-in-an-argument", "canary-in-a-variable"]));
  const trail = (await toolAudit(tools.database)).filter(({ kind }) => kind.startsWith("server-"));
  expect(trail.map(({ kind }) => kind)).toEqual(["server-added", "server-added", "server-command-confirmed"]);
  expect(JSON.stringify(trail)).toContain("--token=[masked ");
  const { db } = tools.database;
  const servers = await db.selectFrom("tool_servers").selectAll().execute();
  const consents = await db.selectFrom("server_consents").selectAll().execute();
  const audit = await db.selectFrom("audit").selectAll().execute();
  expect(JSON.stringify([servers, consents, audit])).not.toContain("canary");
  // Nor as a digest that guesses can be compared with.
  expect(JSON.stringify([servers, consents])).not.toMatch(/[0-9a-f]{64}/);

  const again = await started({}, { database: tools.database });
  expect(again.server("mine")).toMatchObject({ state: "runs", problem: null });
  await again.until(() => again.server("mine").status === "up");
});

test("H17: an entry opens for no other server, and what was confirmed of one confirms no other", async () => {
  const web = await startServer("asking-server.ts");
  cleanUp.push(() => web.stop());
  const tools = await started({});
  const { db } = tools.database;
  await tools.admin.addServer({
    person: owner,
    id: "web",
    entry: { url: web.url, headers: { Authorization: "Bearer canary" } },
  });
  await confirmed(tools, "web");
  await tools.admin.addServer({ person: owner, id: "other", entry: { url: web.url } });
  const rows = await db.selectFrom("tool_servers").selectAll().orderBy("id").execute();
  const entry_json = rows.find(({ id }) => id === "web")?.entry_json ?? null;
  const consent = await db.selectFrom("server_consents").selectAll().executeTakeFirstOrThrow();
  await db
    .insertInto("server_consents")
    .values({ ...consent, server_id: "other" })
    .execute();
  await tools.refresh();
  expect(tools.server("other")).toMatchObject({ state: "new", problem: expect.stringContaining("Confirm it again.") });
  await db.updateTable("tool_servers").set({ entry_json }).where("id", "=", "other").execute();
  await tools.refresh();
  expect(tools.server("other")).toMatchObject({ state: "refused", problem: sealedElsewhere });
  // Half an entry is none either.
  const half = (entry_json ?? "").slice(0, -4);
  await db.updateTable("tool_servers").set({ entry_json: half }).where("id", "=", "web").execute();
  await tools.refresh();
  expect(tools.server("web")).toMatchObject({ state: "refused", problem: sealedElsewhere });
});

test("H17: with another key nothing is started until it is entered and confirmed again", async () => {
  const web = await startServer("asking-server.ts");
  cleanUp.push(() => web.stop());
  const file = { known: { url: web.url } };
  const first = await started(file);
  const { database } = first;
  const headers = { Authorization: "Bearer canary-of-the-first" };
  await first.admin.addServer({ person: owner, id: "web", entry: { url: web.url, headers } });
  await confirmed(first, "web");
  const trust = { person: owner, id: "known", trusted: true };
  const asked = await first.admin.switchServer(trust);
  const confirm = "fields" in asked ? asked.fields?.["confirm"] : undefined;
  expect(await first.admin.switchServer({ ...trust, confirm })).toEqual({ done: true });
  await first.close();

  const tools = await started(file, { database, secrets: testSecrets() });
  expect(tools.server("web")).toMatchObject({ state: "refused", problem: sealedElsewhere, confirm: null });
  expect(tools.server("known")).toMatchObject({ state: "new", problem: expect.stringContaining("Confirm it again.") });
  expect(tools.learned.join(" ")).not.toContain("canary");
  expect(await tools.admin.confirmServer({ person: owner, id: "web", digest: "" })).toMatchObject({
    refused: "conflict",
  });
  // Nobody but an owner says of it again that it is believed.
  const change = { person: admin, id: "known", digest: tools.server("known").confirm?.digest ?? "" };
  expect(await tools.admin.confirmServer(change)).toMatchObject({ refused: "forbidden" });
  await confirmed(tools, "known");
  await tools.until(() => tools.server("known").status === "up");

  const entry = { url: web.url, headers: { Authorization: "Bearer entered-again" } };
  expect(await tools.admin.editServer({ person: admin, id: "web", entry })).toEqual({ done: true });
  expect(tools.server("web")).toMatchObject({ state: "new", problem: expect.stringContaining("Confirm it again.") });
  await confirmed(tools, "web");
  await tools.until(() => tools.server("web").status === "up");
  expect(tools.server("web").problem).toBeNull();
});
