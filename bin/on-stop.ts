/** Above all that closing waits for, of which calls in flight take longest. */
export const patienceMs = 30_000;

/**
 * Closes the app once when somebody asks this process to stop, and exits. Ctrl+C reaches us twice through the launcher,
 * so a repeat changes nothing; a close that hangs is cut off.
 */
export function onStop(close: () => Promise<void>): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), patienceMs).unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  // The launcher died without forwarding a signal.
  process.once("disconnect", stop);
  process.channel?.unref();
}
