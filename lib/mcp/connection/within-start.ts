import { SdkError, SdkErrorCode } from "@modelcontextprotocol/client";

/** People need longer than programs: they look for a password, and for a second device. */
export const signInMs = 15 * 60_000;

/** Rejects when a program takes too long to start, unless it waits for somebody to sign in; then after 15 minutes. */
export function withinStart<Result>(
  starting: Promise<Result>,
  { startMs, waitsForPerson }: { startMs: number; waitsForPerson: () => boolean },
): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const giveUp = () => late.reject(new SdkError(SdkErrorCode.RequestTimeout, "Request timed out"));
  let timer = setTimeout(() => {
    if (!waitsForPerson()) return giveUp();
    timer = setTimeout(giveUp, signInMs - startMs);
  }, startMs);
  return Promise.race([starting, late.promise]).finally(() => clearTimeout(timer));
}
