import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export type RunningServer = { url: string; process: ChildProcess; stop: () => Promise<void> };

/** Absolute path of a server of this folder. */
export function serverFile(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** Starts a server of this folder as a process of its own, over HTTP; resolves when it listens. */
export async function startServer(name: string, ...args: string[]): Promise<RunningServer> {
  const child = spawn(process.execPath, [serverFile(name), "--http", ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  const url = await Promise.race([
    once(lines, "line").then(([line]) => String(line)),
    once(child, "exit").then(() => Promise.reject(new Error(`${name} ended before it listened.`))),
  ]);
  return {
    url,
    process: child,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}
