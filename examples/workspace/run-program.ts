import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import { errorCode } from "./error-code.ts";

export type ProgramLimits = { timeMs: number; outputBytes: number };

type StopReason = "time-limit" | "output-limit" | "caller";

export type ProgramResult =
  | { kind: "not-started"; reason: string }
  | { kind: "ended"; exitCode: number | null; signal: string | null; stdout: string; stderr: string }
  /** `stillRunning` when the system refused to end it, as it does for a program that became another user. */
  | { kind: "stopped"; by: StopReason; stillRunning: boolean; stdout: string; stderr: string };

type Deps = { folder: string; environment: Record<string, string>; limits: ProgramLimits; signal: AbortSignal };

/**
 * Runs one program with exactly these arguments, without a shell, in the folder. Always resolves: a limit or the
 * caller's signal ends the program and everything it started.
 */
export function runProgram(
  { folder, environment, limits, signal }: Deps,
  argv: [string, ...string[]],
): Promise<ProgramResult> {
  const [program, ...args] = argv;
  if (signal.aborted) return Promise.resolve({ kind: "not-started", reason: "the call was cancelled" });
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: folder,
      // Next's types demand NODE_ENV of every environment in this repository; a program here gets none.
      env: environment as NodeJS.ProcessEnv,
      stdio: ["ignore", "pipe", "pipe"],
      // Its own process group, so that whatever it starts can be ended with it.
      detached: hasGroups,
    });

    let room = limits.outputBytes;
    const collect = (stream: Readable): Buffer[] => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => {
        chunks.push(chunk.subarray(0, room));
        if (chunk.length > room) stop("output-limit");
        room = Math.max(0, room - chunk.length);
      });
      return chunks;
    };
    const stdout = collect(child.stdout);
    const stderr = collect(child.stderr);
    const printed = () => ({ stdout: text(stdout), stderr: text(stderr) });

    const finish = (result: ProgramResult) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
      resolve(result);
    };
    const stop = (by: StopReason) => {
      const ended = endGroup(child);
      // A process that left the group may hold the pipes for ever; the answer does not wait for it.
      child.stdout.destroy();
      child.stderr.destroy();
      finish({ kind: "stopped", by, stillRunning: !ended, ...printed() });
    };
    const cancel = () => stop("caller");
    const timer = setTimeout(() => stop("time-limit"), limits.timeMs);
    signal.addEventListener("abort", cancel, { once: true });

    child.on("error", (error) => finish({ kind: "not-started", reason: whyNotStarted(program, error) }));
    child.on("exit", () => endGroup(child));
    child.on("close", (exitCode, signalName) => finish({ kind: "ended", exitCode, signal: signalName, ...printed() }));
  });
}

const hasGroups = process.platform !== "win32";

/** Whether nothing of it is left to end. */
function endGroup(child: ChildProcess): boolean {
  if (child.pid === undefined) return true;
  try {
    return hasGroups ? process.kill(-child.pid, "SIGKILL") : child.kill("SIGKILL");
  } catch (error) {
    if (errorCode(error) === "ESRCH") return true;
    if (errorCode(error) === "EPERM") return false;
    throw error;
  }
}

function whyNotStarted(program: string, error: Error): string {
  const code = errorCode(error);
  if (code === "ENOENT") return `there is no program named '${program}'`;
  if (code === "EACCES") return `'${program}' may not be run`;
  return error.message;
}

/** A character that the output limit cut in half is left out. */
function text(chunks: Buffer[]): string {
  return new TextDecoder().decode(Buffer.concat(chunks), { stream: true });
}
