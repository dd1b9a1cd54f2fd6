import { spawn } from "node:child_process";

/** Above all that closing waits for, of which calls in flight take longest. */
export const patienceMs = 30_000;
/** What the guard waits longer than this process does, which can say why it ends. */
const guardMs = 2_000;
/** Ctrl+C reaches us twice through the launcher. Whoever asks in the same way after this does not want to wait. */
const sameSignalMs = 1_000;

type Options = { graceMs?: number; say?: (line: string) => void };

/**
 * Closes the app when somebody asks this process to stop, and exits. It ends in any case: after the grace, and at once when
 * it is asked a second time. Then it kills itself, because a mere exit waits for what hangs in a read for ever.
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

/** Kills this process from outside, should it hang where nothing of it runs any more; ends by itself when we are gone. */
function guard(ms: number): void {
  const wait = `process.stdin.on("end", () => process.exit()).resume();
    setTimeout(() => { process.kill(${process.pid}, "SIGKILL"); process.exit(); }, ${ms});`;
  const child = spawn(process.execPath, ["-e", wait], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  // Without it the two other ways to end are left.
  child.on("error", () => undefined);
  child.unref();
}
