import type { EventOf } from "./history.ts";
import type { Record } from "./record.ts";
import type { Violation } from "./violation.ts";

/**
 * Every request is answered within this time, whatever happens to the store. What the processes waited for a
 * processor meanwhile does not count, since one holds locks that others wait for: that is up to who else uses the machine.
 */
export const mostMs = 2_000;

/** Whoever asks waits so long, and takes what has not come by then for no answer. */
export const patienceMs = 5_000;
/** How exact that is. */
const timerMs = 50;

/** What may be answered; 503 is the one word for a store that is not there. */
const clear: { [to in EventOf<"request">["asked"]["to"]]: readonly number[] } = {
  turn: [200, 202, 503],
  answer: [200, 409, 410, 422, 503],
  stop: [200, 404, 503],
  look: [200, 404, 503],
};

/** Requests to processes that were killed or paused meanwhile are not counted: nobody is there to answer them. */
export function checkRequests({ requests, workers }: Record): Violation[] {
  const violations: Violation[] = [];
  for (const { ms, queuedMs, status, disturbed, worker, asked, at } of requests) {
    if (disturbed) continue;
    const about = `${asked.to} at ${new Date(at).toISOString()} to ${worker}`;
    // A client that had no patience left with a machine that is busy with others.
    if (status === null && ms - queuedMs <= mostMs && ms >= patienceMs - timerMs) continue;
    if (ms - queuedMs > mostMs) {
      violations.push({ rule: "answered-late", about, detail: `${status ?? "nothing"} after ${Math.round(ms)} ms` });
    } else if (status === null || !clear[asked.to].includes(status)) {
      violations.push({ rule: "answered-unclearly", about, detail: status === null ? "no answer" : String(status) });
    }
  }
  for (const { event, worker } of workers) {
    if (event === "died") violations.push({ rule: "died-by-itself", about: worker, detail: "nobody had killed it" });
  }
  return violations;
}
