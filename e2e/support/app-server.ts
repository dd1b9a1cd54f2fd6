import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

/** One server process of the production build. */
export type AppServer = {
  /** Origin by which it listens, without a slash at the end. */
  url: string;
  /** Everything its processes have written so far. */
  output: () => string;
  pid: () => number;
  isRunning: () => boolean;
  /** Starts it, again after it ended; resolves when it is ready. */
  start: (more?: Record<string, string>) => Promise<void>;
  /** Ends it and resolves when it is gone: SIGKILL as a power cut would, SIGTERM politely. */
  end: (signal: "SIGKILL" | "SIGTERM") => Promise<void>;
};

export const root = path.resolve(import.meta.dirname, "../..");

/** A server with these variables and no others but the few that every program needs. Not started yet. */
export function appServer(port: number, variables: Record<string, string>): AppServer {
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: process.env["HOME"] ?? "",
    NODE_ENV: "production" as const,
    PORT: String(port),
    // Stories ask more in a minute than people do in an hour.
    ASKS_PER_HOUR: "unlimited",
    MESSAGES_PER_HOUR: "unlimited",
    ...variables,
  };
  let output = "";
  let child: ChildProcess | null = null;
  const hasEnded = () => child === null || child.exitCode !== null || child.signalCode !== null;
  return {
    url,
    output: () => output,
    pid: () => child?.pid ?? 0,
    isRunning: () => !hasEnded(),
    start: async (more = {}) => {
      Object.assign(env, more);
      const program = ["bin/with-node.mjs", "bin/start.ts"];
      const started = spawn(process.execPath, program, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
      child = started;
      const listen = (chunk: unknown) => {
        output += String(chunk);
      };
      started.stdout.on("data", listen);
      started.stderr.on("data", listen);
      await isReady(url, started, () => output);
    },
    end: async (signal) => {
      if (child === null || hasEnded()) return;
      const exited = once(child, "exit");
      child.kill(signal);
      await exited;
    },
  };
}

/** Polls until it says so; throws with the output when the process ends first, or when a whole story's time has passed. */
async function isReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const until = Date.now() + 90_000;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The app ended with ${child.exitCode}: ${output()}`);
    const response = await fetch(`${url}/api/ready`).catch(() => null);
    if (response?.ok) return;
    if (Date.now() > until) throw new Error(`The app is not ready: ${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
