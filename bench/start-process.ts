import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";

/** A program of ours that says one line when it is ready. */
export type Process = {
  /** The line. */
  said: string;
  /** Asks it to end; throws when it ends with an exit code other than 0. */
  close: () => Promise<void>;
};

/** Runs a TypeScript file, named from the project's root, in a process of its own. */
export async function startProcess(file: string, ...args: string[]): Promise<Process> {
  const program = path.resolve(import.meta.dirname, "..", file);
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  const said = await Promise.race([firstLine(child), endedEarly(child, file)]);
  return {
    said,
    close: async () => {
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      const [code] = await exited;
      if (code !== null && code !== 0) throw new Error(`${file} ended with ${code}; it said why above.`);
    },
  };
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error("The process has no output to read.");
  const [line] = await once(createInterface(stdout), "line");
  return String(line);
}

async function endedEarly(child: ChildProcess, file: string): Promise<never> {
  const [code] = await once(child, "exit");
  throw new Error(`${file} ended with ${code} before it was ready.`);
}
