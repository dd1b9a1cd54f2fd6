import type { Log } from "./log.ts";

/** Statuses of requests that were refused because of their caller: who it is or, with 503, how much was asked at once. */
export const refusedStatuses = [401, 403, 503] as const;
export type RefusedStatus = (typeof refusedStatuses)[number];

/** Called with every answer. */
export type RefusedRequests = (request: { method: string; url: string }, status: number) => void;

/**
 * Anybody can be refused any number of times: one line of the log a minute, with their number (G16: bounded audit
 * growth).
 */
const quietMs = 60_000;

type Options = { count: (status: RefusedStatus) => void; log: Pick<Log, "warn">; clock?: () => number };

/** Logs refusals, so that an operator sees attempts; the audit trail holds what was done. */
export function refusedRequests({ count, log, clock = () => performance.now() }: Options): RefusedRequests {
  let saidAt = -Infinity;
  let unsaid = 0;
  return ({ method, url }, status) => {
    const refused = refusedStatuses.find((one) => one === status);
    if (refused === undefined) return;
    count(refused);
    if (clock() - saidAt < quietMs) {
      unsaid += 1;
      return;
    }
    const { pathname } = new URL(url);
    // The caller chose this text, so it is cut short.
    log.warn("requests.refused", { status, method, path: pathname.slice(0, 100), more: unsaid });
    saidAt = clock();
    unsaid = 0;
  };
}
