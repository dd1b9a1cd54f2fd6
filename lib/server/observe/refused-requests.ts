import { onceAMinute } from "#lib/untrusted/once-a-minute.ts";
import type { Log } from "./log.ts";

/** Statuses of requests that were refused because of their caller: who it is or, with 503, how much was asked at once. */
export const refusedStatuses = [401, 403, 503] as const;
export type RefusedStatus = (typeof refusedStatuses)[number];

/** Called with every answer. */
export type RefusedRequests = (request: { method: string; url: string }, status: number) => void;

type Options = { count: (status: RefusedStatus) => void; log: Pick<Log, "warn">; clock?: () => number };

/** Counts refusals, and logs them once a minute, so that an operator sees attempts; the audit trail holds what was done. */
export function refusedRequests({ count, log, clock }: Options): RefusedRequests {
  const say = onceAMinute<{ status: RefusedStatus; method: string; url: string }>(({ status, method, url }, more) => {
    // The caller chose this text, so it is cut short.
    log.warn("requests.refused", { status, method, path: new URL(url).pathname.slice(0, 100), more });
  }, clock);
  return ({ method, url }, status) => {
    const refused = refusedStatuses.find((one) => one === status);
    if (refused === undefined) return;
    count(refused);
    say({ status: refused, method, url });
  };
}
