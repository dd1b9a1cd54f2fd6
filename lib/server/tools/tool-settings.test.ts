import { afterEach, expect, test } from "vitest";
import { admin, member, owner, toolAudit, toolsProcess, type ToolsProcess } from "#e2e/support/tools-world.ts";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { serverFile } from "#e2e/support/servers/start-server.ts";
import { wireName } from "#lib/mcp/definitions/wire-name.ts";
import { may } from "#lib/people/may.ts";
import { noSignals, type Signal } from "#lib/store/engine/signals.ts";
import type { Person } from "#lib/server/people/session.ts";
import { withSettings } from "./tools-in-force.ts";

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).reverse()) await end();
});

type Options = Parameters<typeof toolsProcess>[1];
async function started(servers: Record<string, object>, options?: Options): Promise<ToolsProcess> {
  const process = await toolsProcess(servers, options);
  cleanUp.push(() => process.close());
  return process;
}

const asking = (over: object = {}) => ({
  command: "node",
  args: [serverFile("asking-server.ts")],
  trusted: true,
  ...over,
});

/** The tool as the gate would find it. */
const inForce = (tools: ToolsProcess, server: string, name: string) => {
  const tool = tools.catalogue.tools().get(wireName(server, name));
  if (tool === undefined) throw new Error(`${name} is not offered.`);
  return tool;
};

test("S0.1, S0.9, S0.10, S0.11, S0.38: our own tools and those of servers carry one setting alike, changed in the app and kept", async () => {
  const { database, ...tools } = await started({ asking: asking() });
  const changes = { approval: "always", prompt: "Really {toolName}?", risk: 4, timeoutMs: 60_000 } as const;
  for (const [server, tool] of [
    ["asking", "ask"],
    ["app", "add_note"],
  ] as const) {
    const who = { kind: "other" } as const;
    const change = { server, tool, changes: { ...changes, who } };
    const confirm = `Cards of ${tool} ask “Really {toolName}?”.`;
    // The words on a card decide what people approve.
    expect(await tools.admin.changeTool({ person: admin, ...change, confirm })).toMatchObject({ refused: "forbidden" });
    expect(await tools.admin.changeTool({ person: owner, ...change })).toMatchObject({ fields: { confirm } });
    expect(await tools.admin.changeTool({ person: owner, ...change, confirm })).toEqual({ done: true });
    expect(inForce({ database, ...tools }, server, tool)).toMatchObject({
      flag: "always",
      flagSource: "the tools page",
      prompt: "Really {toolName}?",
      risk: 4,
      riskSource: "the tools page",
      timeoutMs: 60_000,
      who,
    });
  }
  const again = await started({ asking: asking() }, { database });
  expect(inForce(again, "asking", "ask")).toMatchObject({ flag: "always", risk: 4 });
  expect(inForce(again, "app", "add_note")).toMatchObject({ flag: "always", risk: 4 });
});

test("C85: an owner names a tool's preview, after a question; nobody else does, and it can be taken back", async () => {
  const tools = await started({
    asking: asking({ tools: { ask: { preview: { kind: "dry-run", tool: "look" } } } }),
  });
  const written = { kind: "dry-run", tool: "look", bind: false };
  expect(inForce(tools, "asking", "ask").preview).toEqual(written);
  const preview = { kind: "none" } as const;
  const confirm = "The preview on cards of ask is none.";
  const change = { server: "asking", tool: "ask", changes: { preview } };
  expect(await tools.admin.changeTool({ person: admin, ...change, confirm })).toMatchObject({ refused: "forbidden" });
  expect(await tools.admin.changeTool({ person: owner, ...change })).toMatchObject({ fields: { confirm } });
  expect(await tools.admin.changeTool({ person: owner, ...change, confirm })).toEqual({ done: true });
  expect(inForce(tools, "asking", "ask").preview).toEqual(preview);
  const shown = tools.server("asking").tools.find(({ name }) => name === "ask")?.preview;
  expect(shown).toEqual({ written, set: preview, inForce: preview, source: "the tools page" });
  const back = { ...change, changes: { preview: null } };
  const asked = await tools.admin.changeTool({ person: owner, ...back });
  const sentence = "The preview on cards of ask is a dry run by look, not checked again.";
  expect(asked).toMatchObject({ fields: { confirm: sentence } });
  expect(await tools.admin.changeTool({ person: owner, ...back, confirm: sentence })).toEqual({ done: true });
  expect(inForce(tools, "asking", "ask").preview).toEqual(written);
});

test("B1, H9: an admin does not make themselves the one who answers for the calls of others", async () => {
  const tools = await started({});
  const change = { server: "app", tool: "add_note" };
  const quorum = (whom: object) => ({ kind: "quorum", needed: 1, people: [], roles: [], ...whom }) as const;
  for (const who of [quorum({ people: [admin.id] }), quorum({ roles: ["admin"] }), quorum({ roles: ["member"] })]) {
    const outcome = await tools.admin.changeTool({ person: admin, ...change, changes: { who } });
    expect(outcome).toMatchObject({ refused: "forbidden" });
  }
  expect(inForce(tools, "app", "add_note").who).toEqual({ kind: "self" });
  const reviewers = quorum({ roles: ["reviewer"] });
  expect(await tools.admin.changeTool({ person: admin, ...change, changes: { who: reviewers } })).toEqual({
    done: true,
  });
});

test("S0.39, row 3: the page says of every tool what its file says, what was set here, and what counts", async () => {
  const tools = await started({ asking: asking({ tools: { ask: { approval: "always", risk: "L2" } } }) });
  expect(tools.tool("asking", "ask")).toMatchObject({
    approval: { written: "always", set: null, inForce: "always", source: "mcp.json" },
    risk: { written: 2, set: null, inForce: 2, composed: 1 },
    who: { written: { kind: "self" }, set: null },
  });
  await tools.admin.changeTool({ person: owner, server: "asking", tool: "ask", changes: { risk: 5 } });
  expect(tools.tool("asking", "ask").risk).toMatchObject({ written: 2, set: 5, inForce: 5, composed: 4, assessed: 1 });
  await tools.admin.changeTool({ person: owner, server: "asking", tool: "ask", changes: { approval: "always" } });
  const reset = { person: owner, server: "asking", tool: "ask", changes: { risk: null, approval: null } } as const;
  const asked = await tools.admin.changeTool(reset);
  expect(asked).toMatchObject({ fields: { confirm: "The risk of ask goes down from 5 to 2." } });
  expect(await tools.admin.changeTool({ ...reset, confirm: "The risk of ask goes down from 5 to 2." })).toEqual({
    done: true,
  });
  expect(tools.tool("asking", "ask").risk).toMatchObject({ set: null, inForce: 2 });
});

test("S0.7, H9: lowering the protection of a tool wants its own sentence back, from an owner; nothing else changes it", async () => {
  const tools = await started({ asking: asking() });
  const change = { server: "asking", tool: "ask", changes: { approval: "never" } } as const;
  const sentence = "Calls of ask run without asking anybody, unless a policy asks or refuses.";
  const flag = () => inForce(tools, "asking", "ask").flag;
  expect(await tools.admin.changeTool({ person: admin, ...change, confirm: sentence })).toMatchObject({
    refused: "forbidden",
  });
  expect(await tools.admin.changeTool({ person: owner, ...change })).toMatchObject({
    refused: "conflict",
    fields: { confirm: sentence },
  });
  expect(await tools.admin.changeTool({ person: owner, ...change, confirm: "yes" })).toMatchObject({
    refused: "conflict",
  });
  expect(flag()).toBe("inherit");
  expect(await tools.admin.changeTool({ person: owner, ...change, confirm: sentence })).toEqual({ done: true });
  expect(flag()).toBe("never");
  // Tightening needs no more than the right to manage tools.
  const tight = { ...change, changes: { approval: "always" } } as const;
  expect(await tools.admin.changeTool({ person: admin, ...tight })).toEqual({ done: true });
  expect(flag()).toBe("always");
  const audit = await toolAudit(tools.database);
  expect(audit.filter(({ kind }) => kind === "tool-setting-changed")).toMatchObject([
    { person: "owner", detail: { setting: "approval", from: "inherit", to: "never", lowers: true } },
    { person: "admin", detail: { setting: "approval", from: "never", to: "always", lowers: false } },
  ]);
});

test("S0.7: trusting a server wants a confirmation too, and taking the trust back none", async () => {
  const tools = await started({ asking: asking({ trusted: false }) });
  const change = { person: owner, id: "asking", trusted: true };
  const asked = await tools.admin.switchServer(change);
  expect(asked).toMatchObject({ refused: "conflict", fields: { confirm: expect.stringContaining("read-only") } });
  expect(tools.server("asking").trusted.inForce).toBe(false);
  const confirm = "fields" in asked ? asked.fields?.["confirm"] : undefined;
  expect(await tools.admin.switchServer({ ...change, person: admin, confirm })).toMatchObject({ refused: "forbidden" });
  expect(await tools.admin.switchServer({ ...change, confirm })).toEqual({ done: true });
  expect(tools.server("asking").trusted).toMatchObject({ written: false, set: true, inForce: true });
  expect(await tools.admin.switchServer({ person: admin, id: "asking", trusted: false })).toEqual({ done: true });
  expect(tools.server("asking").trusted.inForce).toBe(false);
});

test("row 18: what was loosened for one definition of a tool counts for no other, what was tightened counts for all", async () => {
  const tools = await started({ asking: asking() });
  const { name: tool_name, server, ...tool } = inForce(tools, "asking", "ask");
  const written = { ...tool, name: tool_name, server, flag: "inherit", risk: 3 } as const;
  const row = {
    server_id: server.id,
    tool_name,
    fingerprint: "0".repeat(64),
    approval: "never",
    prompt: null,
    risk: 0,
    timeout_ms: null,
    who_json: null,
    exposure: null,
    preview_json: null,
    changed_by: "owner",
    changed_at: 0,
  } as const;
  expect(withSettings(written, { ...row, fingerprint: tool.fingerprint })).toMatchObject({ flag: "never", risk: 0 });
  expect(withSettings(written, row)).toMatchObject({ flag: "always", risk: 3 });
  expect(withSettings(written, { ...row, approval: "always", risk: 5 })).toMatchObject({ flag: "always", risk: 5 });
  expect(withSettings({ ...written, flag: "always" }, { ...row, approval: "inherit" })).toMatchObject({
    flag: "always",
  });
  const [self, other] = [{ kind: "self" }, { kind: "other" }] as const;
  const bySelf = { ...row, who_json: JSON.stringify(self) };
  expect(withSettings({ ...written, who: other }, bySelf)).toMatchObject({ who: other });
  expect(withSettings({ ...written, who: other }, { ...bySelf, fingerprint: tool.fingerprint })).toMatchObject({
    who: self,
  });
  expect(withSettings(written, { ...row, who_json: JSON.stringify(other) })).toMatchObject({ who: other });
  const inChat = { ...written, exposure: "chat" } as const;
  expect(withSettings(inChat, { ...row, exposure: "both" }).exposure).toBe("chat");
  expect(withSettings(inChat, { ...row, exposure: "both", fingerprint: tool.fingerprint }).exposure).toBe("both");
  expect(withSettings(written, { ...row, exposure: "gateway" }).exposure).toBe("gateway");
});

test("S0.45: where a tool is on offer is its own setting over its server's; the file's counts until the app says more", async () => {
  const tools = await started({
    asking: asking({ exposure: "chat", tools: { ask: { exposure: "gateway", risk: "L2" } } }),
  });
  const offer = () =>
    (["chat", "gateway"] as const).map((origin) =>
      [...tools.catalogue.offered({ personId: "p", origin }).values()].map(({ name }) => name),
    );
  const [inChat = [], toClients = []] = offer();
  const others = inChat.filter((name) => !name.endsWith("note") && !name.endsWith("notes"));
  expect(others).not.toEqual([]);
  expect(inChat).not.toContain("ask");
  expect(toClients).toContain("ask");
  expect(toClients).toEqual(expect.not.arrayContaining(others));
  // More is a loosening: it wants its sentence back, from an owner.
  const wide = { id: "asking", exposure: "both" } as const;
  const sentence = "Its tools are offered in the chat and to clients.";
  expect(await tools.admin.switchServer({ person: admin, ...wide, confirm: sentence })).toMatchObject({
    refused: "forbidden",
  });
  expect(await tools.admin.switchServer({ person: owner, ...wide })).toMatchObject({ fields: { confirm: sentence } });
  expect(await tools.admin.switchServer({ person: owner, ...wide, confirm: sentence })).toEqual({ done: true });
  expect(tools.server("asking").exposure).toMatchObject({ written: "chat", set: "both", inForce: "both" });
  expect(offer()[1]).toEqual(expect.arrayContaining(["ask"]));
  expect(offer()[0]).not.toContain("ask");
  const all = { person: owner, server: "asking", tool: "ask", changes: { exposure: "both" } } as const;
  const said = "ask is offered in the chat and to clients.";
  expect(await tools.admin.changeTool(all)).toMatchObject({ fields: { confirm: said } });
  expect(await tools.admin.changeTool({ ...all, confirm: said })).toEqual({ done: true });
  expect(offer()[0]).toContain("ask");
  // Less does not; our own tools have the same setting.
  const note = { person: admin, server: "app", tool: "add_note", changes: { exposure: "chat" } } as const;
  expect(await tools.admin.changeTool(note)).toEqual({ done: true });
  expect(offer()[0]).toContain("add_note");
  expect(offer()[1]).not.toContain("add_note");
  const changed = (await toolAudit(tools.database)).filter(({ kind }) => kind.endsWith("changed"));
  expect(changed).toMatchObject([
    { kind: "server-changed", detail: { changes: [sentence], lowers: true } },
    { detail: { setting: "exposure", from: "to clients only", to: "in the chat and to clients", lowers: true } },
    { detail: { setting: "exposure", to: "in the chat only", lowers: false } },
  ]);
});

test("S0.45: clients are offered tools up to a risk, L3 unless the owner says more", async () => {
  const tools = await started({ asking: asking({ tools: { ask: { risk: "L4" } } }) });
  const names = (origin: "chat" | "gateway") =>
    [...tools.catalogue.offered({ personId: "p", origin }).values()].map(({ name }) => name);
  expect(names("chat")).toContain("ask");
  expect(names("gateway")).not.toContain("ask");
  expect(tools.page().mostRisk).toBe(3);
  expect(tools.tool("asking", "ask").notForClients).toBe("risk");
  const confirm = "Clients are offered tools up to risk 4.";
  expect(await tools.admin.setMostRisk({ person: admin, mostRisk: 4, confirm })).toMatchObject({
    refused: "forbidden",
  });
  expect(await tools.admin.setMostRisk({ person: owner, mostRisk: 4 })).toMatchObject({ fields: { confirm } });
  expect(names("gateway")).not.toContain("ask");
  expect(await tools.admin.setMostRisk({ person: owner, mostRisk: 4, confirm })).toEqual({ done: true });
  expect(names("gateway")).toContain("ask");
  const again = await started({ asking: asking({ tools: { ask: { risk: "L4" } } }) }, { database: tools.database });
  expect(again.page().mostRisk).toBe(4);
  expect(await tools.admin.setMostRisk({ person: admin, mostRisk: 2 })).toEqual({ done: true });
  expect(names("gateway")).not.toContain("ask");
  const rows = await tools.database.db.selectFrom("audit").selectAll().where("kind", "=", "gateway-risk-set").execute();
  expect(rows.map(({ detail_json }) => JSON.parse(detail_json) as unknown)).toMatchObject([
    { from: 3, to: 4, lowers: true },
    { from: 4, to: 2, lowers: false },
  ]);
});

test("C73: the usual time to answer is set for all tools at once; what is set for a tool wins, and it is kept", async () => {
  const written = { tools: { ask: { timeoutMs: 120_000 } } };
  const tools = await started({ asking: asking(), slow: asking(written) });
  const timeouts = { chatMinutes: 30, othersHours: 2 };
  expect(inForce(tools, "asking", "ask").timeoutMs).toBe(5 * 60_000);
  const mine = { person: owner, server: "asking", tool: "ask" };
  expect(await tools.admin.changeTool({ ...mine, changes: { who: { kind: "other" } } })).toEqual({ done: true });
  expect(inForce(tools, "asking", "ask").timeoutMs).toBe(24 * 60 * 60_000);
  expect(await tools.admin.setUsualTimeouts({ person: admin, timeouts })).toEqual({ done: true });
  expect(inForce(tools, "asking", "ask").timeoutMs).toBe(2 * 60 * 60_000);
  expect(inForce(tools, "slow", "ask").timeoutMs).toBe(120_000);
  expect(inForce(tools, "app", "add_note").timeoutMs).toBe(30 * 60_000);
  expect(tools.tool("asking", "ask").timeoutMs).toMatchObject({ written: 2 * 60 * 60_000, set: null });
  expect(await tools.admin.changeTool({ ...mine, changes: { timeoutMs: 90_000 } })).toEqual({ done: true });
  expect(inForce(tools, "asking", "ask").timeoutMs).toBe(90_000);
  const again = await started({ asking: asking() }, { database: tools.database });
  expect(inForce(again, "app", "add_note").timeoutMs).toBe(30 * 60_000);
  const rows = await tools.database.db.selectFrom("audit").select("person_id").where("kind", "=", "usual-timeouts-set");
  expect(await rows.execute()).toEqual([{ person_id: admin.id }]);
});

test("S0.10: a change on one process is in force on every other without a restart", async () => {
  const store = await openTestDatabase();
  const bus = new Set<(signal: Signal) => void>();
  const database = {
    ...store,
    signals: {
      ...noSignals,
      // Tells the other process when the transaction has gone through.
      sendWith: async (_: unknown, signal: Signal) => void setTimeout(() => bus.forEach((hear) => hear(signal)), 50),
      listen: (hear: (signal: Signal) => void) => {
        bus.add(hear);
        return () => bus.delete(hear);
      },
    },
  };
  const one = await started({ asking: asking() }, { database });
  const other = await started({ asking: asking() }, { database });
  await one.admin.changeTool({ person: owner, server: "asking", tool: "ask", changes: { approval: "always" } });
  await other.until(() => inForce(other, "asking", "ask").flag === "always");
  await one.admin.switchServer({ person: owner, id: "asking", disabled: true });
  await other.until(() => other.offered("asking").length === 0);
  expect(other.server("asking").state).toBe("disabled");
});

test("E11, H9: a member may change nothing of tools, an admin no programs, and only an owner loosens", () => {
  const allowed = ({ role }: Person) =>
    (["manage-tools", "manage-programs", "loosen-tools"] as const).filter((action) => may(role, action));
  expect(allowed(member)).toEqual([]);
  expect(allowed(admin)).toEqual(["manage-tools"]);
  expect(allowed(owner)).toHaveLength(3);
});

test("B11: whoever got another role, or is disabled, while they changed something changes nothing", async () => {
  const { database, ...tools } = await started({ asking: asking() });
  const change = { person: owner, server: "asking", tool: "ask", changes: { risk: 5 } } as const;
  const added = { person: owner, id: "mine", entry: { url: "https://tools.example.com/" } };
  const people = database.db.updateTable("people").where("id", "=", "owner");
  for (const now of [{ role: "admin" } as const, { role: "owner", disabled_at: 1 } as const]) {
    await people.set(now).execute();
    const forbidden = { refused: "forbidden", message: expect.stringContaining("meanwhile") };
    expect(await tools.admin.changeTool(change)).toMatchObject(forbidden);
    expect(await tools.admin.addServer(added)).toMatchObject(forbidden);
    expect(await tools.admin.switchServer({ person: owner, id: "asking", trusted: true })).toMatchObject(forbidden);
  }
  await people.set({ disabled_at: null }).execute();
  expect(await tools.admin.changeTool(change)).toEqual({ done: true });
});
