import type { LookupAddress } from "node:dns";
import { createServer } from "node:http";
import { createServer as createSocketServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { startServer } from "#e2e/support/servers/start-server.ts";
import { admin, owner, toolAudit, toolsProcess, type ToolsProcess } from "#e2e/support/tools-world.ts";
import type { Resolver } from "#lib/network/resolver.ts";

/** Names of this test, and where they lead now; every other name is unknown. */
function names(known: Record<string, string[]>): Resolver {
  const resolve = (
    name: string,
    _options: object,
    done: (error: Error | null, found: LookupAddress[]) => void,
  ): void => {
    const addresses = known[name];
    if (addresses === undefined) return done(Object.assign(new Error("unknown"), { code: "ENOTFOUND" }), []);
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  };
  return resolve as unknown as Resolver;
}

async function started(known: Record<string, string[]> = {}, file: Record<string, object> = {}): Promise<ToolsProcess> {
  const tools = await toolsProcess(file, { resolver: names(known) });
  onTestFinished(() => tools.close());
  return tools;
}

/** A place inside that must not be reached: it counts who connects. */
async function canary() {
  const seen = { connections: 0 };
  const server = createSocketServer((socket) => {
    seen.connections += 1;
    socket.destroy();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { seen, port: (server.address() as AddressInfo).port };
}

async function closedPort(): Promise<number> {
  const server = createSocketServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function asked(tools: ToolsProcess, id: string, person = owner) {
  const change = { person, id, digest: tools.server(id).confirm?.digest ?? "" };
  const outcome = await tools.admin.confirmServer(change);
  const confirm = "fields" in outcome ? outcome.fields?.["confirm"] : undefined;
  return { outcome, confirm, again: () => tools.admin.confirmServer({ ...change, confirm }) };
}

test("E9: an address inside is connected to after an owner agreed to it by name, and an admin cannot", async () => {
  const web = await startServer("asking-server.ts");
  onTestFinished(web.stop);
  const tools = await started();
  await tools.admin.addServer({ person: admin, id: "web", entry: { url: web.url } });
  const byAdmin = await asked(tools, "web", admin);
  expect(byAdmin.outcome).toMatchObject({ refused: "forbidden" });
  expect(await byAdmin.again()).toMatchObject({ refused: "forbidden" });
  const { confirm, again } = await asked(tools, "web");
  expect(confirm).toBe(
    `${web.url} leads into a private network or to this computer: to 127.0.0.1. Agree only if you know what listens there.`,
  );
  const change = { person: owner, id: "web", digest: tools.server("web").confirm?.digest ?? "" };
  expect(await tools.admin.confirmServer({ ...change, confirm: "yes" })).toMatchObject({ refused: "conflict" });
  expect(tools.server("web")).toMatchObject({ state: "new", status: "waiting" });
  expect(await again()).toEqual({ done: true });
  await tools.until(() => tools.server("web").status === "up");
  expect(tools.server("web").confirm).toBeNull();
  const kept = await toolAudit(tools.database);
  expect(kept.find(({ kind }) => kind === "server-command-confirmed")).toMatchObject({
    person: owner.id,
    detail: { addresses: ["127.0.0.1"] },
  });
});

test.each([
  "http://127.0.0.1:{port}/mcp",
  "http://127.1:{port}/",
  "http://2130706433:{port}/",
  "http://0177.0.0.1:{port}/",
  "http://0x7f.1:{port}/",
  "http://0.0.0.0:{port}/",
  "http://0:{port}/",
  "http://[::ffff:127.0.0.1]:{port}/",
  "http://[::ffff:7f00:1]:{port}/",
  "http://[64:ff9b::7f00:1]:{port}/",
  "http://[::1]:{port}/",
  "http://localhost:{port}/",
  "http://localhost.:{port}/",
  "http://x.localhost:{port}/",
  "http://inside.example:{port}/",
  "http://mixed.example:{port}/",
  "http://unknown.example:{port}/",
])("E9: an admin learns nothing from %s, whether something listens there or not", async (written) => {
  const here = await canary();
  const places = {
    localhost: ["::1", "127.0.0.1"],
    "x.localhost": ["127.0.0.1"],
    "inside.example": ["127.0.0.1"],
    "mixed.example": ["8.8.8.8", "127.0.0.1"],
  };
  const tools = await started(places);
  const said: unknown[] = [];
  for (const port of [here.port, await closedPort()]) {
    const url = written.replace("{port}", String(port));
    expect(await tools.admin.addServer({ person: admin, id: `s${port}`, entry: { url } })).toEqual({ done: true });
    const { outcome } = await asked(tools, `s${port}`, admin);
    expect(outcome).toMatchObject({ refused: "forbidden" });
    said.push(outcome);
    expect(tools.server(`s${port}`)).toMatchObject({ state: "new", status: "waiting", problem: null });
  }
  expect(said[0]).toEqual(said[1]);
  expect(here.seen.connections).toBe(0);
});

test("E9: a name that was public when it was confirmed and leads inside later is not followed there", async () => {
  const here = await canary();
  const places = { "rebind.example": ["203.0.113.1"] };
  const tools = await started(places);
  places["rebind.example"] = ["8.8.8.8"];
  const url = `http://rebind.example:${here.port}/mcp`;
  await tools.admin.addServer({ person: admin, id: "web", entry: { url } });
  const digest = tools.server("web").confirm?.digest ?? "";
  const confirming = tools.admin.confirmServer({ person: admin, id: "web", digest });
  // It is looked up once for the confirmation, and again when it is connected to.
  places["rebind.example"] = ["127.0.0.1"];
  expect(await confirming).toEqual({ done: true });
  await tools.until(() => tools.server("web").status === "down");
  expect(tools.server("web")).toMatchObject({
    state: "runs",
    problem: `rebind.example:${here.port} leads into a private network, which an owner has to confirm.`,
    confirm: { why: "private" },
  });
  expect((await asked(tools, "web", admin)).outcome).toMatchObject({ refused: "forbidden" });
  expect(here.seen.connections).toBe(0);
  const { confirm, again } = await asked(tools, "web");
  expect(confirm).toContain("to 127.0.0.1.");
  expect(await again()).toEqual({ done: true });
  await tools.until(() => here.seen.connections > 0);
});

test("E9: what was confirmed for one address inside counts for no other, and for no other entry", async () => {
  const web = await startServer("asking-server.ts");
  onTestFinished(web.stop);
  const { port } = new URL(web.url);
  const here = await canary();
  const places = { "inside.example": ["127.0.0.1"] };
  const tools = await started(places);
  await tools.admin.addServer({
    person: admin,
    id: "web",
    entry: { url: web.url.replace("127.0.0.1", "inside.example") },
  });
  const { confirm, again } = await asked(tools, "web");
  expect(confirm).toContain(`http://inside.example:${port}`);
  await again();
  await tools.until(() => tools.server("web").status === "up");
  const url = `http://127.0.0.1:${here.port}/mcp`;
  expect(await tools.admin.editServer({ person: admin, id: "web", entry: { url } })).toEqual({ done: true });
  expect(tools.server("web")).toMatchObject({ state: "command-changed", status: "waiting" });
  expect((await asked(tools, "web", admin)).outcome).toMatchObject({ refused: "forbidden" });
  expect(here.seen.connections).toBe(0);
});

test("E9: a server of mcp.json is where its operator says, and nobody confirms it", async () => {
  const web = await startServer("asking-server.ts");
  onTestFinished(web.stop);
  const tools = await started({}, { web: { url: web.url } });
  await tools.until(() => tools.server("web").status === "up");
  expect(tools.server("web").confirm).toBeNull();
});

test("E9: a confirmed server sends nobody elsewhere inside by a redirect", async () => {
  const here = await canary();
  const sender = createServer((_request, response) => {
    response.writeHead(307, { location: `http://127.0.0.2:${here.port}/` }).end();
  });
  sender.listen(0, "127.0.0.1");
  await once(sender, "listening");
  onTestFinished(() => void sender.close());
  const tools = await started();
  const url = `http://127.0.0.1:${(sender.address() as AddressInfo).port}/mcp`;
  await tools.admin.addServer({ person: owner, id: "web", entry: { url } });
  await (await asked(tools, "web")).again();
  await tools.until(() => tools.server("web").status === "down");
  expect(here.seen.connections).toBe(0);
});
