import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import type { Server } from "node:http";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { cards, respond } from "#e2e/support/agent-world.ts";
import { listening } from "#e2e/support/listening.ts";
import { routesWorld } from "#e2e/support/routes-world.ts";
import { agentModel } from "./agent-model.ts";
import { startAgent } from "./agents.ts";

const root = path.resolve(import.meta.dirname, "../..");
const command = "echo made > made.txt";

/** The shell of each agent, and how it is told not to ask by itself. */
const shells = [
  {
    agent: "claude-code",
    tool: "Bash",
    arguments: { command, description: "Makes a file" },
    more: ["--settings", JSON.stringify({ permissions: { allow: ["Bash"] } })],
  },
  {
    agent: "codex",
    tool: "exec_command",
    arguments: { cmd: command },
    more: ["--dangerously-bypass-hook-trust", "-s", "danger-full-access"],
  },
  { agent: "gemini-cli", tool: "run_shell_command", arguments: { command }, more: [] },
  { agent: "copilot-cli", tool: "bash", arguments: { command, description: "Makes a file" }, more: [] },
] as const;

async function startWithHook({ agent, tool, arguments: args, more }: (typeof shells)[number], isAway = false) {
  const world = await routesWorld();
  const servers: Server[] = [];
  const countersign = await listening(world, { servers });
  const { authorization = "" } = await world.asProgram("asks");
  const key = authorization.slice("Bearer ".length);
  const model = await agentModel([{ tool, arguments: args }]);
  const install = async (home: string) => {
    const file = path.join(root, "public/countersign-hook.mjs");
    const env = { PATH: process.env["PATH"], HOME: home, COUNTERSIGN_KEY: key, NODE_ENV: "test" as const };
    await promisify(execFile)(process.execPath, [file, "install", agent, "--url", countersign], { env });
    if (isAway) for (const server of servers) server.close().closeAllConnections();
  };
  const reach = { model: model.url, countersign, key };
  const started = await startAgent(agent, reach, { prepare: install, more: [...more] });
  const early = started.ended.then((end) => {
    throw new Error(JSON.stringify({ ...end, ...model, offered: [...model.offered] }));
  });
  early.catch(() => {});
  return { world, model, early, ...started, isMade: () => existsSync(path.join(started.place, "made.txt")) };
}

test.each(shells)(
  "S0.52, S0.65: the hook of $agent asks about its shell, and an approve lets the command run",
  async (shell) => {
    const { world, model, early, ended, isMade } = await startWithHook(shell);
    const [asked] = await Promise.race([cards(world), early]);
    expect(JSON.parse(asked?.subject_json ?? "{}")).toMatchObject({
      said: { agent: shell.agent },
      subject: { argumentsJson: expect.stringContaining(command) },
    });
    expect(isMade()).toBe(false);
    await respond(world, "approve");
    await ended;
    expect(model.heard).toHaveLength(1);
    expect(isMade()).toBe(true);
  },
);

test.each(shells)("S0.53: after a decline, $agent does not run the command, and its model hears why", async (shell) => {
  const { world, model, early, ended, isMade } = await startWithHook(shell);
  await Promise.race([cards(world), early]);
  await respond(world, "reject", { reason: "Not on this machine." });
  await ended;
  expect(model.heard).toEqual([expect.stringContaining("Not on this machine.")]);
  expect(isMade()).toBe(false);
});

test.each(shells)("S0.53: while Countersign is away, $agent does not run the command", async (shell) => {
  const { model, ended, isMade } = await startWithHook(shell, true);
  await ended;
  expect(model.heard).toHaveLength(1);
  expect(isMade()).toBe(false);
});

test.each(["approve", "reject"] as const)(
  "S0.62: Claude Code asks by --permission-prompt-tool about its shell, and %s decides",
  async (verb) => {
    const world = await routesWorld();
    const countersign = await listening(world);
    const headers = await world.asProgram("asks");
    const model = await agentModel([{ tool: "Bash", arguments: { command, description: "Makes a file" } }]);
    const asks = { type: "http", url: `${countersign}/api/asks/mcp`, headers };
    const started = await startAgent(
      "claude-code",
      { model: model.url, countersign, key: "" },
      {
        prepare: (home) => writeFile(path.join(home, "mcp.json"), JSON.stringify({ mcpServers: { asks } })),
        more: ["--permission-prompt-tool", "mcp__asks__permission_prompt"],
      },
    );
    const early = started.ended.then((end) => {
      throw new Error(JSON.stringify({ ...end, ...model, offered: [...model.offered] }));
    });
    early.catch(() => {});
    await Promise.race([cards(world), early]);
    await respond(world, verb, verb === "reject" ? { reason: "Not on this machine." } : {});
    await started.ended;
    expect(model.heard).toHaveLength(1);
    expect(existsSync(path.join(started.place, "made.txt"))).toBe(verb === "approve");
    if (verb === "reject") expect(model.heard[0]).toContain("Not on this machine.");
  },
);
