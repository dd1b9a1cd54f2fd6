import type { Log } from "./log.ts";

/** Statuses of requests that were refused for who asked. */
export const refusedStatuses = [401, 403] as const;
export type RefusedStatus = (typeof refusedStatuses)[number];

/** Hears of every answer. */
export type RefusedRequests = (request: { method: string; url: string }, status: number) => void;

/** Anybody can be refused as often as they like: a minute makes one line of the log, however many there are (G16). */
const quietMs = 60_000;

type Options = { count: (status: RefusedStatus) => void; log: Pick<Log, "warn">; clock?: () => number };

/** So that an operator sees that somebody tries; the trail is for what was done. */
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
    // What its caller chose is not repeated at length.
    log.warn("requests.refused", { status, method, path: pathname.slice(0, 100), more: unsaid });
    saidAt = clock();
    unsaid = 0;
  };
}
