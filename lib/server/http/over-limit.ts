import { type LimitReached, limitWords, type PersonLimits } from "#lib/agent/hot/person-limits.ts";
import { problem } from "./problem.ts";

/** The answer to somebody who has reached a limit of one person (G14). */
export function overLimit(reached: LimitReached, most: PersonLimits): Response {
  const again = "leftMs" in reached ? { afterMs: reached.leftMs } : {};
  return problem("too-many", limitWords(reached, most), undefined, {}, again);
}
