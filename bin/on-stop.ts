import { spawn } from "node:child_process";

/** Longer than everything that closing waits for, above all calls in flight. */
export const patienceMs = 30_000;
/** The guard waits so much longer than this process, which can say why it ends. */
const guardMs = 2_000;
/** The launcher forwards Ctrl+C, so it arrives twice. A later signal of the same kind means: end at once. */
const sameSignalMs = 1_000;

type Options = { graceMs?: number; say?: (line: string) => void };

/**
 * Closes the app when this process is asked to stop, and exits: after the grace at the latest, and at once when asked a
 * second time. Then it kills itself, because a mere exit waits for ever for a hanging read.
 */
export function onStop(close: () => Promise<void>, { graceMs = patienceMs, say = console.error }: Options = {}): void {
  const asked = new Map<string, number>();
  const end = (line: string) => {
    say(line);
    process.kill(process.pid, "SIGKILL");
  };
  const stop = (how: string) => {
    const isStopping = asked.size > 0;
    const before = asked.get(how) ?? performance.now();
    asked.set(how, before);
    if (performance.now() - before > sameSignalMs) end("Asked to stop a second time: it ends without closing.");
    if (isStopping) return;
    guard(graceMs + guardMs);
    setTimeout(() => end(`It did not close within ${graceMs / 1_000} seconds: it ends without closing.`), graceMs);
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        say(error instanceof Error ? (error.stack ?? error.message) : String(error));
        process.exit(1);
      },
    );
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  // The launcher died without forwarding a signal.
  process.once("disconnect", () => stop("disconnect"));
  process.channel?.unref();
}

/** A second process that kills this one if it hangs in native code; it ends by itself when this one is gone. */
function guard(ms: number): void {
  const wait = `process.stdin.on("end", () => process.exit()).resume();
    setTimeout(() => { process.kill(${process.pid}, "SIGKILL"); process.exit(); }, ${ms});`;
  const child = spawn(process.execPath, ["-e", wait], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  // Without the guard the two other ways to end remain.
  child.on("error", () => undefined);
  child.unref();
}
