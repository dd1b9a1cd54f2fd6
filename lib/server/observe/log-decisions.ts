import type { Recorded } from "#lib/store/engine/recorded.ts";
import type { Log } from "./log.ts";
import { unansweredAs } from "./metrics.ts";

/** Logs the life of each question to a person, by fixed event names (S0.43). Ids only, no arguments. */
export function logDecisions(log: Log, rows: readonly Recorded[]): void {
  for (const { scope, event } of rows) {
    switch (event.kind) {
      case "approval-opened":
        log.info("hitl.deferred", { ...scope, subject: event.subject });
        break;
      case "approval-decided": {
        const { action, via, edited, afterMs } = event;
        log.info(action === "accept" ? "hitl.approved" : "hitl.declined", { ...scope, action, via, edited, afterMs });
        break;
      }
      case "approval-attested": {
        const { action, client, afterMs } = event;
        log.info(action === "accept" ? "hitl.approved" : "hitl.declined", { ...scope, action, client, afterMs });
        break;
      }
      case "approval-ended": {
        const { status, endedBy } = event;
        log.info(`hitl.${unansweredAs(endedBy)}`, { ...scope, action: status, endedBy });
        break;
      }
      default:
    }
  }
}
