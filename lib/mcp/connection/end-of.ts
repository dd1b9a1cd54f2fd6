/** Resolves when `promise` does, or when `signal` aborts. */
export async function endOf(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise: aborted, resolve } = Promise.withResolvers<void>();
  const abort = () => resolve();
  signal.addEventListener("abort", abort, { once: true });
  await Promise.race([promise, aborted]);
  signal.removeEventListener("abort", abort);
}
