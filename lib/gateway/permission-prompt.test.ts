import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect, onTestFinished, test } from "vitest";
import { listening } from "#e2e/support/listening.ts";
import { routesWorld } from "#e2e/support/routes-world.ts";
import { until } from "#e2e/support/until.ts";

const eras = ["sdk 1", "client 2, new era"] as const;
type Input = Record<string, unknown>;

async function prompted(era: (typeof eras)[number]) {
  const world = await routesWorld();
  const address = new URL(`${await listening(world)}/api/asks/mcp`);
  const requestInit = { headers: await world.asProgram("asks") };
  const made = era === "sdk 1" ? await old(address, requestInit) : await modern(address, requestInit);
  onTestFinished(() => made.close());
  const open = () => world.database.db.selectFrom("approvals").selectAll().where("status", "=", "pending").execute();
  return {
    world,
    requestInit,
    tools: async () => (await made.listTools()).tools.map(({ name }) => name),
    ask: async (args: Input, signal?: AbortSignal) => {
      const options = signal === undefined ? {} : { signal };
      const of = { name: "permission_prompt", arguments: args };
      const { content } = await (made instanceof OldClient
        ? made.callTool(of, undefined, options)
        : made.callTool(of, options));
      return JSON.parse((content as { text: string }[])[0]?.text ?? "") as Input;
    },
    open,
    card: async () => {
      await until(async () => (await open()).length === 1, "a card");
      const [first] = await open();
      if (first === undefined) throw new Error("The card is gone.");
      return first;
    },
    answer: async (id: string, verb: "approve" | "reject", body: object = {}) =>
      (await world.call("POST", `/api/approvals/${id}/${verb}`, { headers: world.asPerson(), body })).status,
  };
}

async function old(address: URL, requestInit: RequestInit) {
  const client = new OldClient({ name: "claude-code", version: "2" });
  await client.connect(new OldTransport(address, { requestInit }));
  return client;
}

async function modern(address: URL, requestInit: RequestInit) {
  const pin = { versionNegotiation: { mode: { pin: "2026-07-28" } } };
  const client = new Client({ name: "claude-code", version: "2" }, pin);
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
  return client;
}

const bash = { tool_name: "Bash", input: { command: "ls" }, tool_use_id: "toolu_1" };

test.each(eras)(
  "S0.62: %s asks by the permission prompt tool: a person's answer comes back in its words",
  async (era) => {
    const { tools, ask, card, answer } = await prompted(era);
    expect(await tools()).toEqual(["permission_prompt"]);
    const yes = ask(bash);
    const { id, subject_json } = await card();
    expect(JSON.parse(subject_json)).toMatchObject({
      server: { id: "agent:claude-code" },
      tool: { name: "Bash" },
      subject: { argumentsJson: '{"command":"ls"}' },
    });
    expect(await answer(id, "approve")).toBe(200);
    expect(await yes).toEqual({ behavior: "allow", updatedInput: { command: "ls" } });
    const changed = ask(bash);
    await answer((await card()).id, "approve", { modifiedArguments: { command: "ls -a" } });
    expect(await changed).toEqual({ behavior: "allow", updatedInput: { command: "ls -a" } });
    const no = ask(bash);
    await answer((await card()).id, "reject", { reason: "Not today." });
    expect(await no).toEqual({ behavior: "deny", message: expect.stringContaining("Not today.") });
  },
);

test.each(eras)(
  "S0.62, S0.53: whatever fails is a no to %s, and nobody is asked about what cannot be shown",
  async (era) => {
    const { ask, open, card, answer, world, requestInit } = await prompted(era);
    const garbage: Input[] = [
      {},
      { ...bash, tool_name: "" },
      { ...bash, tool_name: "rm\u202e" },
      { ...bash, input: "ls" },
      { ...bash, input: ["ls"] },
      { ...bash, input: { command: "x".repeat(300_000) } },
    ];
    for (const args of garbage) {
      expect(await ask(args)).toEqual({ behavior: "deny", message: expect.stringContaining("Not run. Countersign:") });
    }
    expect(await open()).toEqual([]);
    const gone = new AbortController();
    const left = ask(bash, gone.signal);
    const { id } = await card();
    gone.abort();
    await expect(left).rejects.toThrow();
    await until(async () => (await open()).length === 0, "no card");
    expect(await answer(id, "approve")).toBe(409);
    // Some clients wait on by themselves.
    ask(bash).catch(() => {});
    const asked = await card();
    const key = /cs_([0-9a-f]{16})_/.exec(requestInit.headers["authorization"] ?? "")?.[1];
    expect((await world.call("DELETE", `/api/keys/${key}`, { headers: world.asPerson() })).status).toBe(204);
    await until(async () => (await open()).length === 0, "no card");
    expect(await answer(asked.id, "approve")).toBe(409);
  },
);
