import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { admin, owner, toolAudit, toolsProcess, type ToolsProcess } from "#e2e/support/tools-world.ts";
import { serverFile } from "#e2e/support/servers/start-server.ts";
import { wireName } from "#lib/mcp/definitions/wire-name.ts";

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).reverse()) await end();
});

async function started() {
  const folder = mkdtempSync(path.join(tmpdir(), "apps-"));
  const write = (html: string) => writeFileSync(path.join(folder, "app.html"), html);
  write("<p>Order</p>");
  const entry = { command: "node", args: [serverFile("apps-server.ts"), folder], era: "legacy", trusted: true };
  const tools = await toolsProcess({ shop: entry });
  cleanUp.push(() => tools.close());
  return { tools, write };
}

const confirm =
  "Its apps are shown in chats, each in a frame of its own once it is accepted. They may call the tools of this server, which ask as ever.";
const uri = "ui://shop/order";
const reviewed = (tools: ToolsProcess) => tools.server("shop").apps.reviewed;
const isUp = (tools: ToolsProcess) => tools.server("shop").status === "up";

async function accept(tools: ToolsProcess) {
  const fingerprint = reviewed(tools)[0]?.fingerprint ?? "";
  return tools.admin.review({ person: owner, server: "shop", tools: [{ tool: uri, fingerprint }] });
}

async function switchedOn(tools: ToolsProcess) {
  expect(await tools.admin.switchServer({ person: owner, id: "shop", apps: true, confirm })).toEqual({ done: true });
  await tools.until(() => isUp(tools) && reviewed(tools).length === 1);
}

const offeredTo = (tools: ToolsProcess, origin: "chat" | "gateway" | "app") =>
  [...tools.catalogue.offered({ personId: "owner", origin }).values()]
    .filter(({ server }) => server.id === "shop")
    .map(({ name }) => name);

test("M150: apps are off until an owner agrees to the sentence that says what it loosens; then each waits for a look", async () => {
  const { tools } = await started();
  expect(tools.server("shop").apps).toEqual({ shown: false, reviewed: [] });
  expect(await tools.admin.appOf("shop", "order", owner.id)).toBeNull();
  expect(offeredTo(tools, "app")).toEqual([]);
  const change = { id: "shop", apps: true };
  expect(await tools.admin.switchServer({ person: admin, ...change, confirm })).toMatchObject({ refused: "forbidden" });
  expect(await tools.admin.switchServer({ person: owner, ...change })).toMatchObject({ fields: { confirm } });
  expect(tools.server("shop").apps.shown).toBe(false);
  await switchedOn(tools);
  expect(reviewed(tools)).toMatchObject([
    {
      name: uri,
      review: "new",
      reach: { connect: ["https://api.shop.example.com"], resources: [], leftOut: ["http://10.0.0.1"] },
    },
  ]);
  const [piece] = reviewed(tools)[0]?.definition ?? [];
  expect(piece?.text).toContain("<p>Order</p>");
  expect(piece?.text).toContain("Shows results of: order");
  expect(await tools.admin.appOf("shop", "order", owner.id)).toBeNull();
  expect(await accept(tools)).toEqual({ done: true });
  expect(await tools.admin.appOf("shop", "order", owner.id)).toMatchObject({ name: uri, html: "<p>Order</p>" });
  // The tools stayed as they were accepted.
  expect(tools.offered("shop")).toContain("order");
  const said = (await toolAudit(tools.database)).map(({ kind, detail }) => `${kind} ${String(detail["tool"] ?? "")}`);
  expect(said).toContain(`tool-quarantined ${uri}`);
  expect(said).toContain(`tool-reviewed ${uri}`);
});

test("M150, M159: another content is another app, which waits anew; switched off, nothing is shown", async () => {
  const { tools, write } = await started();
  await switchedOn(tools);
  await accept(tools);
  write("<p>Gift</p>");
  // One that was read just now is not read again at once.
  await new Promise((resolve) => setTimeout(resolve, 5_100));
  expect(await tools.admin.appOf("shop", "order", owner.id)).toBeNull();
  await tools.until(() => reviewed(tools)[0]?.review === "changed");
  expect(tools.summaries()[0]?.tools.find(({ name }) => name === "order")).toMatchObject({ app: "waits" });
  expect(tools.offered("shop")).toContain("order");
  await accept(tools);
  expect(await tools.admin.appOf("shop", "order", owner.id)).toMatchObject({ html: "<p>Gift</p>" });
  expect(await tools.admin.switchServer({ person: admin, id: "shop", apps: false })).toEqual({ done: true });
  expect(await tools.admin.appOf("shop", "order", owner.id)).toBeNull();
  await tools.until(() => isUp(tools));
  expect(tools.server("shop").apps).toEqual({ shown: false, reviewed: [] });
  expect(offeredTo(tools, "app")).toEqual([]);
});

test("M154: tools for apps alone are on no list of models and clients, switched on or not", async () => {
  const { tools } = await started();
  for (const isOn of [false, true]) {
    if (isOn) await switchedOn(tools);
    await tools.until(() => isUp(tools) && tools.catalogue.tools().has(wireName("shop", "pay")));
    for (const origin of ["chat", "gateway"] as const) {
      expect(offeredTo(tools, origin)).not.toContain("pay");
      expect(offeredTo(tools, origin)).toContain("total");
    }
    expect(offeredTo(tools, "app")).toEqual(isOn ? ["order", "pay", "look", "announce", "told"] : []);
  }
});
