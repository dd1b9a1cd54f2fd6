import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { fakeTool, said } from "#e2e/support/fake-tool.ts";
import { gatewayWorld } from "#e2e/support/gateway-world.ts";
import { listening } from "#e2e/support/listening.ts";
import { program } from "./agents.ts";

/** Programs of npm that speak MCP and no more: the Inspector's command line, and `mcp-remote` for clients that start programs. */
async function wipingWorld() {
  const wipe = fakeTool("wipe", { act: () => said("wiped by countersign") });
  const world = await gatewayWorld({ tools: [wipe] });
  const address = `${await listening(world)}/api/mcp`;
  const { authorization = "" } = await world.keyWith();
  return { world, wipe, address, header: `Authorization: ${authorization}` };
}

const homes = path.join(import.meta.dirname, "packages/node_modules");
const inspector = program("@modelcontextprotocol/inspector/clients/launcher/build/index.js");

test("S0.32, S0.33: the Inspector's command line lists a tool that asks, and has its result after an approve in the inbox", async () => {
  const { world, wipe, address, header } = await wipingWorld();
  const run = async (...args: string[]) => {
    const all = [inspector, "--cli", address, "--transport", "http", "--header", header, ...args];
    const { stdout } = await promisify(execFile)(process.execPath, all, {
      env: { ...process.env, HOME: homes },
    });
    return stdout;
  };
  expect(await run("--method", "tools/list")).toContain('"srv__wipe"');
  const called = run("--method", "tools/call", "--tool-name", "srv__wipe", "--tool-arg", "disk=a");
  called.catch(() => {});
  const [asked] = await Promise.race([world.opened(), called.then((out) => Promise.reject(new Error(out)))]);
  expect(await world.answer(asked, "approve")).toBe(200);
  expect(await called).toContain("wiped by countersign");
  expect(wipe.ran).toMatchObject([{ arguments: { disk: "a" } }]);
});

test.each(["sdk 1", "client 2, old era"] as const)(
  "S0.28, S0.33: through mcp-remote %s is asked, and its approve runs the call once; a decline runs nothing",
  async (kind) => {
    const { world, wipe, address, header } = await wipingWorld();
    const decisions = ["decline", "approve"];
    const args = [program("mcp-remote/dist/proxy.js"), address, "--allow-http", "--header", header];
    const client = await world.connect(kind, {
      stdio: {
        command: process.execPath,
        args,
        env: { HOME: path.join(import.meta.dirname, "packages/node_modules") },
      },
      answer: () => ({ action: "accept", content: { decision: decisions.shift() ?? "" } }),
    });
    expect((await client.list()).map(({ name }) => name)).toContain("srv__wipe");
    expect(await client.call("srv__wipe", { disk: "a" })).toMatchObject({ isError: true });
    expect(wipe.ran).toEqual([]);
    expect(await client.call("srv__wipe", { disk: "b" })).toMatchObject({
      content: [{ text: "wiped by countersign" }],
    });
    expect(wipe.ran).toMatchObject([{ arguments: { disk: "b" } }]);
  },
);

test("S0.61: through mcp-remote a client is known by its own name: one that drops its questions is not asked", async () => {
  const { world, wipe, address, header } = await wipingWorld();
  const args = [program("mcp-remote/dist/proxy.js"), address, "--allow-http", "--header", header];
  const asks: string[] = [];
  const client = await world.connect("sdk 1", {
    name: "claude-ai",
    stdio: { command: process.execPath, args, env: { HOME: homes } },
    answer: ({ message }) => {
      asks.push(message);
      return { action: "cancel" };
    },
  });
  const called = client.call("srv__wipe", { disk: "a" });
  const [asked] = await world.opened();
  expect(await world.answer(asked, "approve")).toBe(200);
  expect(await called).toMatchObject({ content: [{ text: "wiped by countersign" }] });
  expect(asks).toEqual([]);
  expect(wipe.ran).toHaveLength(1);
});
