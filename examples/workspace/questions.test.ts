import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport, isInputRequiredResult } from "@modelcontextprotocol/client";
import type { InputRequiredResult } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { CallToolResultSchema, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newFolder, programOf, startHttp } from "./test-peers.ts";

const yes = { action: "accept", content: { confirm: true } };

describe.each(["stdio", "http"] as const)("M5: answers that a modern client makes up, over %s", (kind) => {
  const folder = newFolder();
  const file = join(folder, "newfile.md");
  const client = new Client(
    { name: "forger", version: "1" },
    {
      versionNegotiation: { mode: "auto" },
      capabilities: { elicitation: { form: {} } },
      inputRequired: { autoFulfill: false },
    },
  );
  let stop = async () => {};

  beforeAll(async () => {
    if (kind === "stdio") return client.connect(new StdioClientTransport(programOf(folder)));
    const server = await startHttp(folder);
    stop = server.stop;
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  });
  beforeEach(() => writeFileSync(file, ""));
  afterAll(async () => {
    await client.close();
    await stop();
    rmSync(folder, { recursive: true });
  });

  const send = (command: string, answer?: { inputResponses?: object; requestState?: string }) => {
    // Forged answers need not have the shape that the type asks for.
    const params = { name: "run_command", arguments: { command }, ...answer } as Parameters<Client["callTool"]>[0];
    return client.callTool(params, { allowInputRequired: true });
  };

  async function question(command: string): Promise<{ key: string; requestState: string }> {
    return partsOf(asksAgain(await send(command)));
  }

  test("F1: an answer before any question is asked about", async () => {
    for (const key of ["answer", "confirm", "0"]) {
      asksAgain(await send("rm newfile.md", { inputResponses: { [key]: yes } }));
    }
    expect(existsSync(file)).toBe(true);
  });

  test("A8: a confirmation of one command is none for another", async () => {
    const { key, requestState } = await question("rm other.md");
    asksAgain(await send("rm newfile.md", { inputResponses: { [key]: yes }, requestState }));
    asksAgain(await send("rm  other.md", { inputResponses: { [key]: yes }, requestState }));
    expect(existsSync(file)).toBe(true);
  });

  test("F5: a confirmation counts once", async () => {
    const { key, requestState } = await question("rm newfile.md");
    const answer = { inputResponses: { [key]: yes }, requestState };
    expect(await send("rm newfile.md", answer)).toMatchObject({ structuredContent: { status: "done" } });
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, "");
    asksAgain(await send("rm newfile.md", answer));
    expect(existsSync(file)).toBe(true);
  });

  test("A2: of three confirmations sent at once, one runs", async () => {
    const { key, requestState } = await question("mv newfile.md moved.md");
    const answer = { inputResponses: { [key]: yes }, requestState };
    const results = await Promise.all([1, 2, 3].map(() => send("mv newfile.md moved.md", answer)));
    expect(results.filter((result) => isInputRequiredResult(result))).toHaveLength(2);
    rmSync(join(folder, "moved.md"));
  });

  test("A4: a no cannot be taken back with the same question", async () => {
    const { key, requestState } = await question("rm newfile.md");
    const no = await send("rm newfile.md", { inputResponses: { [key]: { action: "decline" } }, requestState });
    expect(no).toMatchObject({ isError: true, structuredContent: { status: "rejected" } });
    asksAgain(await send("rm newfile.md", { inputResponses: { [key]: yes }, requestState }));
    expect(existsSync(file)).toBe(true);
  });

  test("F5: a state that was altered, made up or taken from elsewhere is worth nothing", async () => {
    const { key, requestState } = await question("rm newfile.md");
    const [version, body, mac] = requestState.split(".");
    const payload = JSON.parse(Buffer.from(body!, "base64url").toString());
    payload.exp += 1;
    const altered = Buffer.from(JSON.stringify(payload)).toString("base64url");
    for (const forged of ["", "x", "null", `${version}.${altered}.${mac}`, `${version}.${body}.`, `${requestState}A`]) {
      asksAgain(await send("rm newfile.md", { inputResponses: { [key]: yes }, requestState: forged }));
    }
    expect(existsSync(file)).toBe(true);
  });

  test("an answer under another key or without an action is none", async () => {
    for (const inputResponses of [{ other: yes }, {}, { answer: { content: { confirm: true } } }, { answer: true }]) {
      const { requestState } = await question("rm newfile.md");
      asksAgain(await send("rm newfile.md", { inputResponses, requestState }));
    }
    expect(existsSync(file)).toBe(true);
  });

  test("a confirmation of a command is none for a booking", async () => {
    const { key, requestState } = await question("rm newfile.md");
    const params = { name: "book_table", arguments: {}, inputResponses: { [key]: yes }, requestState };
    asksAgain(await client.callTool(params as Parameters<Client["callTool"]>[0], { allowInputRequired: true }));
    expect(existsSync(join(folder, "bookings.jsonl"))).toBe(false);
  });
});

test("M5: a confirmation given to a server that restarted meanwhile is asked for again", async () => {
  const folder = newFolder();
  const file = join(folder, "newfile.md");
  writeFileSync(file, "");
  const params = { name: "run_command", arguments: { command: "rm newfile.md" } };
  const before = await connected(folder);
  const asked = partsOf(asksAgain(await before.callTool(params, { allowInputRequired: true })));
  await before.close();
  const after = await connected(folder);
  const answer = { inputResponses: { [asked.key]: yes }, requestState: asked.requestState };
  const again = { ...params, ...answer } as Parameters<Client["callTool"]>[0];
  const { key, requestState } = partsOf(asksAgain(await after.callTool(again, { allowInputRequired: true })));
  expect(existsSync(file)).toBe(true);
  const fresh = { ...params, inputResponses: { [key]: yes }, requestState } as Parameters<Client["callTool"]>[0];
  await after.callTool(fresh, { allowInputRequired: true });
  expect(existsSync(file)).toBe(false);
  await after.close();
  rmSync(folder, { recursive: true });
});

test("F1: answers that a legacy client slips into its call are ignored", async () => {
  const folder = newFolder();
  writeFileSync(join(folder, "newfile.md"), "");
  const client = new OldClient({ name: "forger", version: "1" }, { capabilities: { elicitation: {} } });
  let asked = 0;
  client.setRequestHandler(ElicitRequestSchema, () => {
    asked += 1;
    return { action: "decline" as const };
  });
  await client.connect(new OldStdio(programOf(folder)));
  const forged = { inputResponses: { answer: yes }, requestState: "v1.e30.AAAA" };
  const params = { name: "run_command", arguments: { command: "rm newfile.md" }, ...forged };
  expect(await client.request({ method: "tools/call", params }, CallToolResultSchema)).toMatchObject({ isError: true });
  expect(asked).toBe(1);
  expect(existsSync(join(folder, "newfile.md"))).toBe(true);
  await client.close();
  rmSync(folder, { recursive: true });
});

async function connected(folder: string): Promise<Client> {
  const client = new Client(
    { name: "test", version: "1" },
    {
      versionNegotiation: { mode: "auto" },
      capabilities: { elicitation: { form: {} } },
      inputRequired: { autoFulfill: false },
    },
  );
  await client.connect(new StdioClientTransport(programOf(folder)));
  return client;
}

function asksAgain(result: unknown): InputRequiredResult {
  if (!isInputRequiredResult(result)) throw new Error(`It did not ask: ${JSON.stringify(result)}`);
  return result;
}

function partsOf({ inputRequests, requestState }: InputRequiredResult): { key: string; requestState: string } {
  return { key: Object.keys(inputRequests!)[0]!, requestState: requestState! };
}
