import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

const folder = path.join(import.meta.dirname, "packages/node_modules");
export const program = (file: string) => path.join(folder, file);
/** Of packages that hold a program for one kind of machine. */
const platform = `${process.platform}-${process.arch}`;

/** Where an agent finds its model, and Countersign with a key for its tools. */
export type Reach = { model: string; countersign: string; key: string };

type Started = {
  command: string;
  /** What makes it do one thing and end. */
  once: string[];
  args: string[];
  env: Record<string, string>;
};

/** What a person wrote into the settings of an agent, below its home, and how they start it. */
type Agent = {
  files: (reach: Reach) => Record<string, string>;
  start: (reach: Reach, home: string) => Started;
};

/** Codex keeps nothing below the folder for what is temporary. */
const homes = () => path.join(import.meta.dirname, "packages/node_modules");

const json = (value: unknown) => JSON.stringify(value, null, 2);
const bearer = ({ key }: Reach) => ({ Authorization: `Bearer ${key}` });
const mcp = ({ countersign }: Reach) => `${countersign}/api/mcp`;

/** Agents of npm with a terminal of their own, each with Countersign as its settings page says. */
export const agents = {
  "claude-code": {
    files: (reach) => ({
      "mcp.json": json({ mcpServers: { countersign: { type: "http", url: mcp(reach), headers: bearer(reach) } } }),
    }),
    start: ({ model }, home) => ({
      command: program(`@anthropic-ai/claude-code-${platform}/claude`),
      once: ["-p", "Go on."],
      args: ["--mcp-config", path.join(home, "mcp.json"), "--strict-mcp-config", "--allowedTools", "mcp__countersign"],
      env: {
        ANTHROPIC_BASE_URL: model,
        ANTHROPIC_API_KEY: "x",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        ENABLE_TOOL_SEARCH: "false",
      },
    }),
  },
  codex: {
    files: (reach) => ({
      ".codex/config.toml": [
        `model = "gpt-5"`,
        `model_provider = "scripted"`,
        `[model_providers.scripted]`,
        `name = "scripted"`,
        `base_url = "${reach.model}/v1"`,
        `wire_api = "responses"`,
        `[mcp_servers.countersign]`,
        `url = "${mcp(reach)}"`,
        `bearer_token_env_var = "COUNTERSIGN_KEY"`,
        `default_tools_approval_mode = "approve"`,
      ].join("\n"),
    }),
    start: ({ key }, home) => ({
      command: program(".bin/codex"),
      once: ["exec", "--skip-git-repo-check", "Go on."],
      args: [],
      env: { COUNTERSIGN_KEY: key, CODEX_HOME: path.join(home, ".codex") },
    }),
  },
  "gemini-cli": {
    files: (reach) => ({
      ".gemini/settings.json": json({
        security: { auth: { selectedType: "gemini-api-key" } },
        mcpServers: { countersign: { httpUrl: mcp(reach), headers: bearer(reach) } },
      }),
    }),
    start: ({ model }) => ({
      command: program(".bin/gemini"),
      once: ["-p", "Go on."],
      args: ["-m", "gemini-2.5-pro", "--approval-mode", "yolo", "--skip-trust"],
      env: { GOOGLE_GEMINI_BASE_URL: model, GEMINI_API_KEY: "x" },
    }),
  },
  opencode: {
    files: (reach) => ({
      ".config/opencode/opencode.json": json({
        provider: {
          scripted: {
            npm: "@ai-sdk/openai-compatible",
            options: { baseURL: `${reach.model}/v1`, apiKey: "x" },
            models: { scripted: {} },
          },
        },
        model: "scripted/scripted",
        autoupdate: false,
        mcp: { countersign: { type: "remote", url: mcp(reach), headers: bearer(reach), oauth: false } },
      }),
    }),
    start: () => ({
      command: program(`opencode-${platform}/bin/opencode`),
      once: ["run", "Go on."],
      args: [],
      env: {},
    }),
  },
  "copilot-cli": {
    files: (reach) => ({
      "mcp.json": json({
        mcpServers: { countersign: { type: "http", url: mcp(reach), headers: bearer(reach), tools: ["*"] } },
      }),
    }),
    start: ({ model }, home) => ({
      command: program(".bin/copilot"),
      once: ["-p", "Go on."],
      args: ["--allow-all-tools", "--additional-mcp-config", `@${path.join(home, "mcp.json")}`],
      env: {
        COPILOT_OFFLINE: "true",
        COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
        COPILOT_PROVIDER_TYPE: "openai",
        COPILOT_PROVIDER_API_KEY: "x",
        COPILOT_MODEL: "gpt-4.1",
        COPILOT_AUTO_UPDATE: "false",
      },
    }),
  },
} satisfies Record<string, Agent>;

export type AgentName = keyof typeof agents;
type Ended = { code: number | null; out: string; err: string };
type Starting = {
  /** Instead of what makes it do one thing and end. */
  args?: string[];
  /** Besides. */
  more?: string[];
  /** Once its settings are there, before it starts. */
  prepare?: (home: string) => Promise<void>;
};

/** Starts an agent in a home and a folder of its own. */
export async function startProgram(name: AgentName, reach: Reach, { args: other, more = [], prepare }: Starting = {}) {
  const home = await mkdtemp(path.join(homes(), `${name}-`));
  onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 10 }));
  const agent: Agent = agents[name];
  for (const [file, content] of Object.entries(agent.files(reach))) {
    const at = path.join(home, file);
    await mkdir(path.dirname(at), { recursive: true });
    await writeFile(at, content);
  }
  await prepare?.(home);
  const { command, once: alone, args, env } = agent.start(reach, home);
  const place = path.join(home, "project");
  await mkdir(place);
  const { PATH = "", LANG = "C.UTF-8" } = process.env;
  const node = path.dirname(process.execPath);
  const child = spawn(command, [...(other ?? alone), ...more, ...args], {
    cwd: place,
    env: { PATH: `${node}:${PATH}`, LANG, NODE_ENV: "production", HOME: home, ...env },
    detached: true,
  });
  const kill = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended.
    }
  };
  onTestFinished(kill);
  child.stdin.on("error", () => {});
  const closed = once(child, "close") as Promise<[number | null]>;
  const ended = Promise.all([closed, text(child.stdout), text(child.stderr)]).then(([[code], out, err]): Ended => ({
    code,
    out,
    err,
  }));
  return { child, home, place, ended, kill };
}

/** Starts an agent that does one thing and ends. */
export async function startAgent(name: AgentName, reach: Reach, starting: Starting = {}) {
  const started = await startProgram(name, reach, starting);
  started.child.stdin.end();
  return started;
}
