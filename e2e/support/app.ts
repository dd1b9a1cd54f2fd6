import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { once } from "node:events";
import { freePort } from "./free-port.ts";

/** A running app: the real server process from the production build, with its own data and configuration. */
export type App = {
  /** Origin, without a slash at the end. */
  url: string;
  /** Holds the store and the workspace. */
  dataDir: string;
  /** Everything the process has written so far. */
  output: () => string;
  pid: () => number;
  /** Ends the process at once, as a power cut would. */
  kill: () => Promise<void>;
  /** Starts it again on the same data and port. */
  start: () => Promise<void>;
  /** Ends it politely and removes its folders. */
  close: () => Promise<void>;
};

export type AppOptions = {
  env?: Record<string, string>;
  /** Replaces the project's mcp.json. `${DATA_DIR}` is filled in by the app. */
  mcp?: { mcpServers: Record<string, unknown> };
  /** Replaces the project's policy.yaml. */
  policy?: string;
};

const root = path.resolve(import.meta.dirname, "../..");

/** Starts the app and resolves when it answers. */
export async function startApp({ env = {}, mcp, policy }: AppOptions = {}): Promise<App> {
  const home = await mkdtemp(path.join(tmpdir(), "countersign-story-"));
  const dataDir = path.join(home, "data");
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const configDir = mcp || policy ? home : root;
  if (configDir === home) {
    await writeFile(path.join(home, "mcp.json"), JSON.stringify(mcp ?? (await defaultMcp())));
    await writeFile(path.join(home, "policy.yaml"), policy ?? "policy: annotated\n");
  }
  const variables = {
    PATH: process.env["PATH"] ?? "",
    HOME: process.env["HOME"] ?? "",
    NODE_ENV: "production" as const,
    PORT: String(port),
    DATA_DIR: dataDir,
    CONFIG_DIR: configDir,
    ...env,
  };
  let output = "";
  let child: ChildProcess;

  async function start(): Promise<void> {
    const started = spawn(process.execPath, ["bin/start.ts"], {
      cwd: root,
      env: variables,
      stdio: ["ignore", "pipe", "pipe"],
    });
    child = started;
    const listen = (chunk: unknown) => {
      output += String(chunk);
    };
    started.stdout.on("data", listen);
    started.stderr.on("data", listen);
    await answers(url, started, () => output);
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
  }

  await start();
  return {
    url,
    dataDir,
    output: () => output,
    pid: () => child.pid ?? 0,
    kill: () => end("SIGKILL"),
    start,
    close: async () => {
      await end("SIGTERM");
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function defaultMcp(): Promise<unknown> {
  const { default: mcp } = await import("../../mcp.json", { with: { type: "json" } });
  return mcp;
}

/** Polls the health endpoint; throws with the output when the process ends first or half a minute has passed. */
async function answers(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const until = Date.now() + 30_000;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The app ended with ${child.exitCode}: ${output()}`);
    const response = await fetch(`${url}/api/health`).catch(() => null);
    if (response?.ok) return;
    if (Date.now() > until) throw new Error(`The app does not answer: ${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
