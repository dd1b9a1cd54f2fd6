import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { mostMade, TooMuchMade } from "#lib/store/people/person-counts.ts";
import { serverFile, startServer } from "#e2e/support/servers/start-server.ts";
import { admin, owner, toolAudit, toolsProcess, type ToolsProcess } from "#e2e/support/tools-world.ts";

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).reverse()) await end();
});

type Options = Parameters<typeof toolsProcess>[1];
async function started(servers: Record<string, object> = {}, options?: Options): Promise<ToolsProcess> {
  const process = await toolsProcess(servers, options);
  cleanUp.push(() => process.close());
  return process;
}

const program = { command: process.execPath, args: [serverFile("asking-server.ts")] };

async function confirmed(tools: ToolsProcess, id: string): Promise<void> {
  const digest = tools.server(id).confirm?.digest ?? "";
  const change = { person: owner, id, digest };
  const asked = await tools.admin.confirmServer(change);
  if (!("fields" in asked)) return expect(asked).toEqual({ done: true });
  // Every server of these tests is on this computer.
  const confirm = asked.fields?.["confirm"];
  expect(confirm).toContain("127.0.0.1");
  expect(await tools.admin.confirmServer({ ...change, confirm })).toEqual({ done: true });
}

test("E11: a program that is added runs only after an owner saw its exact command, and its tools wait for a review", async () => {
  const tools = await started();
  expect(await tools.admin.addServer({ person: admin, id: "mine", entry: program })).toMatchObject({
    refused: "forbidden",
  });
  expect(await tools.admin.addServer({ person: owner, id: "mine", entry: program })).toEqual({ done: true });
  expect(tools.server("mine")).toMatchObject({
    state: "new",
    status: "waiting",
    transport: { kind: "program", command: program.command, args: program.args },
  });
  const digest = tools.server("mine").confirm?.digest ?? "";
  expect(await tools.admin.confirmServer({ person: admin, id: "mine", digest })).toMatchObject({
    refused: "forbidden",
  });
  await confirmed(tools, "mine");
  await tools.until(() => tools.server("mine").status === "up");
  expect(tools.offered("mine")).toEqual([]);
  const { name: tool, fingerprint } = tools.tool("mine", "ask");
  await tools.until(() => tools.page().waiting > 0);
  await tools.catalogue.settled();
  await tools.admin.review({ person: admin, server: "mine", tools: [{ tool, fingerprint }] });
  expect(tools.offered("mine")).toEqual(["ask"]);
  expect((await toolAudit(tools.database)).map(({ kind }) => kind).filter((kind) => kind.startsWith("server"))).toEqual(
    ["server-added", "server-command-confirmed"],
  );
});

test("E11: what a command line would do in a shell arrives as plain words", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "tools-")), "ran");
  const tools = await started();
  const entry = { command: process.execPath, args: ["-e", "process.exit(0)", `; touch ${file}`, "$(touch x)", "a\nb"] };
  await tools.admin.addServer({ person: owner, id: "mine", entry });
  expect(tools.server("mine").transport).toMatchObject({ args: entry.args });
  await confirmed(tools, "mine");
  await tools.until(() => tools.server("mine").status === "down");
  expect(existsSync(file)).toBe(false);
});

test("E2: an edited command asks again, under its new digest, and what ran before is ended", async () => {
  const tools = await started();
  await tools.admin.addServer({ person: owner, id: "mine", entry: program });
  const seen = tools.server("mine").confirm?.digest ?? "";
  await confirmed(tools, "mine");
  await tools.until(() => tools.server("mine").status === "up");
  const entry = { ...program, args: [...program.args, "--more"] };
  expect(await tools.admin.editServer({ person: admin, id: "mine", entry })).toMatchObject({ refused: "forbidden" });
  expect(await tools.admin.editServer({ person: owner, id: "mine", entry })).toEqual({ done: true });
  expect(tools.server("mine")).toMatchObject({ state: "command-changed", status: "waiting", tools: [] });
  expect(await tools.admin.confirmServer({ person: owner, id: "mine", digest: seen })).toMatchObject({
    refused: "conflict",
  });
  expect(await tools.admin.removeServer({ person: owner, id: "mine" })).toEqual({ done: true });
  expect(tools.page().servers.map(({ id }) => id)).toEqual(["app"]);
});

test("E11: a server on the web is shown with its origin, and connects only after a click", async () => {
  const web = await startServer("asking-server.ts");
  cleanUp.push(() => web.stop());
  const tools = await started();
  expect(await tools.admin.addServer({ person: admin, id: "web", entry: { url: web.url } })).toEqual({ done: true });
  const { transport, state } = tools.server("web");
  expect({ transport, state }).toEqual({
    transport: { kind: "address", isSse: false, url: web.url, origin: new URL(web.url).origin, headers: [] },
    state: "new",
  });
  await confirmed(tools, "web");
  await tools.until(() => tools.server("web").status === "up");
  expect(tools.server("web").era).toBe("modern");
  await tools.admin.switchServer({ person: admin, id: "web", disabled: true });
  expect(tools.server("web")).toMatchObject({ state: "disabled", status: "waiting", tools: [] });
  await tools.admin.switchServer({ person: admin, id: "web", disabled: false });
  await tools.until(() => tools.server("web").status === "up");
});

test("E1, H9: an admin who leads a trusted server elsewhere takes the owner's trust away from it", async () => {
  const [first, second] = [await startServer("asking-server.ts"), await startServer("asking-server.ts")];
  cleanUp.push(async () => void (await Promise.all([first.stop(), second.stop()])));
  const tools = await started();
  await tools.admin.addServer({ person: admin, id: "web", entry: { url: first.url } });
  await confirmed(tools, "web");
  const trust = { person: owner, id: "web", trusted: true };
  const asked = await tools.admin.switchServer(trust);
  const confirm = "fields" in asked ? asked.fields?.["confirm"] : undefined;
  expect(await tools.admin.switchServer({ ...trust, confirm })).toEqual({ done: true });
  expect(tools.server("web").trusted).toMatchObject({ inForce: true });
  // A new title is no other server.
  const titled = { person: admin, id: "web", entry: { url: first.url, title: "Shop" } };
  expect(await tools.admin.editServer(titled)).toEqual({ done: true });
  expect(tools.server("web").trusted).toMatchObject({ inForce: true });
  expect(await tools.admin.editServer({ person: admin, id: "web", entry: { url: second.url } })).toEqual({
    done: true,
  });
  await confirmed(tools, "web");
  await tools.until(() => tools.server("web").status === "up");
  expect(tools.server("web").trusted).toMatchObject({ inForce: false });
  expect((await toolAudit(tools.database)).findLast(({ kind }) => kind === "server-changed")).toMatchObject({
    person: admin.id,
    detail: { changes: expect.arrayContaining(["What this server says of its own tools is no longer believed."]) },
  });
});

test("H8, H9: another title, or another header, that an admin gives a server waits for an owner", async () => {
  const web = await startServer("asking-server.ts");
  cleanUp.push(() => web.stop());
  const tools = await started();
  await tools.admin.addServer({ person: admin, id: "web", entry: { url: web.url, title: "Shop" } });
  await confirmed(tools, "web");
  await tools.until(() => tools.server("web").status === "up");
  const title = () => tools.server("web").title;
  const edit = (entry: object) =>
    tools.admin.editServer({ person: admin, id: "web", entry: { url: web.url, ...entry } });
  expect(await edit({ title: "Your bank, verified" })).toEqual({ done: true });
  expect(title()).toBe("Shop");
  const { confirm } = tools.server("web");
  expect(confirm?.loosened).toEqual(["Cards call it “Your bank, verified”."]);
  const change = { id: "web", digest: confirm?.digest ?? "" };
  expect(await tools.admin.confirmServer({ person: admin, ...change })).toMatchObject({ refused: "forbidden" });
  expect(await tools.admin.confirmServer({ person: owner, ...change })).toEqual({ done: true });
  await tools.until(() => title() === "Your bank, verified");
  expect(await edit({ title: "Your bank, verified", headers: { "X-Account": "eve" } })).toEqual({ done: true });
  expect(tools.server("web")).toMatchObject({ state: "command-changed", tools: [] });
  const again = { id: "web", digest: tools.server("web").confirm?.digest ?? "" };
  expect(await tools.admin.confirmServer({ person: admin, ...again })).toMatchObject({ refused: "forbidden" });
});

test("E2, H9: only an owner confirms that a trusted server of the file is at another address now", async () => {
  const [first, second] = [await startServer("asking-server.ts"), await startServer("asking-server.ts")];
  cleanUp.push(async () => void (await Promise.all([first.stop(), second.stop()])));
  const { database } = await started({ web: { url: first.url, trusted: true } });
  const tools = await started({ web: { url: second.url, trusted: true } }, { database });
  expect(tools.server("web").state).toBe("command-changed");
  const change = { person: admin, id: "web", digest: tools.server("web").confirm?.digest ?? "" };
  expect(await tools.admin.confirmServer(change)).toMatchObject({ refused: "forbidden" });
  expect(tools.server("web").state).toBe("command-changed");
  await confirmed(tools, "web");
  expect(tools.server("web").state).toBe("runs");
});

test("E11: what cannot be a server is refused in one sentence and not kept", async () => {
  const tools = await started({ taken: program });
  const add = (id: string, entry: object) => tools.admin.addServer({ person: owner, id, entry });
  for (const id of ["taken", "app", "agents"]) expect(await add(id, program)).toMatchObject({ refused: "conflict" });
  expect(await add("x", {})).toMatchObject({ refused: "does-not-fit", message: expect.stringContaining("neither") });
  expect(await add("x", { url: "ftp://a" })).toMatchObject({ refused: "does-not-fit" });
  expect(await add("x", { url: "http://a", headers: { a: "${NOT_SET_ANYWHERE}" } })).toMatchObject({
    refused: "does-not-fit",
    message: expect.stringContaining("NOT_SET_ANYWHERE is not set"),
  });
  expect(tools.page().servers.map(({ id }) => id)).toEqual(["taken", "app"]);
});

test("H7: a version that floats is warned about, and where people sign in it is not started", async () => {
  const entry = { command: "npx", args: ["-y", "shop-mcp@latest"] };
  const alone = await started();
  await alone.admin.addServer({ person: owner, id: "shop", entry });
  expect(alone.server("shop").floating).toContain("whatever version of shop-mcp@latest there is");
  const team = await started({ filed: entry }, { isTeam: true });
  await team.admin.addServer({ person: owner, id: "shop", entry });
  for (const id of ["filed", "shop"]) {
    expect(team.server(id)).toMatchObject({ state: "refused", problem: expect.stringContaining("is not started") });
    const digest = "0".repeat(64);
    expect(await team.admin.confirmServer({ person: owner, id, digest })).toMatchObject({ refused: "conflict" });
  }
});

test("H3: what a server that is added is given is masked in the log from then on, and shown to nobody", async () => {
  const tools = await started({}, { environment: { ...process.env, SHOP_TOKEN: "s3cret-of-the-shop" } });
  const entry = { url: "http://127.0.0.1:1/mcp", headers: { Authorization: "Bearer ${SHOP_TOKEN}" } };
  await tools.admin.addServer({ person: owner, id: "web", entry });
  expect(tools.learned).toContain("s3cret-of-the-shop");
  expect(tools.server("web").transport).toMatchObject({ headers: ["Authorization"] });
  expect(JSON.stringify([tools.page(), await toolAudit(tools.database)])).not.toContain("s3cret");
});

test("H8, H9: switching a server off lets no admin confirm what waits for an owner", async () => {
  const web = await startServer("asking-server.ts");
  cleanUp.push(() => web.stop());
  const tools = await started();
  await tools.admin.addServer({ person: admin, id: "web", entry: { url: web.url, title: "Shop" } });
  await confirmed(tools, "web");
  const entry = { url: web.url, title: "Your bank, verified" };
  expect(await tools.admin.editServer({ person: admin, id: "web", entry })).toEqual({ done: true });
  const change = { person: admin, id: "web", digest: tools.server("web").confirm?.digest ?? "" };
  await tools.admin.switchServer({ person: admin, id: "web", disabled: true });
  expect(await tools.admin.confirmServer(change)).toMatchObject({ refused: "conflict" });
  await tools.admin.switchServer({ person: admin, id: "web", disabled: false });
  expect(tools.server("web")).toMatchObject({
    title: "Shop",
    confirm: { loosened: ["Cards call it “Your bank, verified”."] },
  });
});

test("G30: an entry that is left out is shown with its reason, holds its name, and lets no other server come under it", async () => {
  const database = await openTestDatabase();
  const first = await started({}, { database });
  await first.admin.addServer({ person: owner, id: "mine", entry: program });
  await confirmed(first, "mine");
  await first.until(() => first.server("mine").status === "up");
  await first.close();
  const tools = await started({ mine: { ...program, excludeTools: ["ask"] } }, { database });
  expect(tools.server("mine")).toMatchObject({
    source: "mcp.json",
    state: "refused",
    status: "waiting",
    transport: { kind: "unknown" },
    problem: expect.stringContaining('server "mine": unknown key "excludeTools"'),
    tools: [],
  });
  expect(tools.offered("mine")).toEqual([]);
  expect(tools.page().waiting).toBe(1);
  const { problem } = tools.server("mine");
  expect(tools.warned).toContainEqual({ event: "server.left-out", server: "mine", problem });
  expect(await tools.admin.addServer({ person: owner, id: "mine", entry: program })).toMatchObject({
    refused: "conflict",
  });
});

test("G8, G14: servers that are added in the app have an end, each and all of them, and changes of an hour too", async () => {
  const tools = await started();
  const { database } = tools;
  const add = (id: string, value = "") =>
    tools.admin.addServer({ person: admin, id, entry: { url: "https://a.example", headers: { "X-Of": `a${value}` } } });
  expect(await add("long", "a".repeat(16_000))).toMatchObject({ refused: "does-not-fit" });
  expect(await add("mine")).toEqual({ done: true });
  const row = await database.db.selectFrom("tool_servers").selectAll().executeTakeFirstOrThrow();
  const rows = Array.from({ length: 99 }, (_, at) => ({ ...row, id: `s${at}` }));
  await database.db.insertInto("tool_servers").values(rows).execute();
  const before = await toolAudit(database);
  expect(await add("more")).toMatchObject({ refused: "conflict", message: expect.stringContaining("100 servers") });
  expect(await toolAudit(database)).toEqual(before);
  expect(await tools.admin.removeServer({ person: admin, id: "mine" })).toEqual({ done: true });
  expect(await add("more")).toEqual({ done: true });
  await database.db.updateTable("person_counts").set({ count: mostMade }).execute();
  const change = { person: admin, id: "more" };
  await expect(tools.admin.editServer({ ...change, entry: { url: "https://a.example" } })).rejects.toThrow(TooMuchMade);
  const timeouts = { chatMinutes: 7, othersHours: 7 };
  await expect(tools.admin.setUsualTimeouts({ person: admin, timeouts })).rejects.toThrow(TooMuchMade);
  expect(await tools.admin.switchServer({ ...change, disabled: true })).toEqual({ done: true });
  await expect(tools.admin.switchServer({ ...change, disabled: false })).rejects.toThrow(TooMuchMade);
  expect(await tools.admin.removeServer({ person: admin, id: "more" })).toEqual({ done: true });
});
