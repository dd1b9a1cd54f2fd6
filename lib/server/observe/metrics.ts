import { countPending } from "#lib/store/approvals/open-approvals.ts";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Unanswered } from "#lib/approvals/decision.ts";
import {
  loopOutcomes,
  readingOutcomes,
  readings,
  type LoopOutcome,
  type Reading,
  type ReadingOutcome,
} from "#lib/gate/contract/observer.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { Recorded } from "#lib/store/engine/recorded.ts";
import { refusedStatuses, type RefusedStatus } from "./refused-requests.ts";

/** Metrics of this process in Prometheus' text format; the reader adds up several processes. */
export type Metrics = {
  /** Counts committed audit rows. */
  count: (rows: readonly Recorded[]) => void;
  loop: (outcome: LoopOutcome) => void;
  read: (what: Reading, outcome: ReadingOutcome) => void;
  refused: (status: RefusedStatus) => void;
  text: () => Promise<{ text: string; type: string }>;
};

const decisions = ["approved", "declined", "ask-failed"] as const;
type DecisionOutcome = (typeof decisions)[number];

/** Histogram buckets in seconds: from a glance to the longest deadline. */
const waits = [1, 2, 5, 10, 30, 60, 300, 900, 3_600, 14_400, 86_400, 604_800];

/** Labels take only values from this file: no tool, no person, no argument. */
export function metricsOf(database: Database): Metrics {
  const registers = [new Registry()];
  const [registry = new Registry()] = registers;
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const decided = counter(
    "mcp_hitl_decision_total",
    "Questions to people by how they ended; everything but an approval is no.",
    "outcome",
    "side",
  );
  const loops = counter("chat_tool_loop_total", "Answers whose loop of tool calls was bounded, by what.", "outcome");
  const waited = new Histogram({
    name: "countersign_decision_seconds",
    help: "How long questions were open before a person answered.",
    labelNames: ["outcome"] as const,
    buckets: waits,
    registers,
  });
  const verdicts = counter("countersign_verdicts_total", "Tool calls by what the policies said.", "verdict");
  const calls = counter("countersign_calls_total", "Tool calls by how they ended.", "outcome");
  const reads = counter(
    "countersign_source_reads_total",
    "Resources and prompts of servers that clients read, and suggestions for their arguments, by how that ended.",
    "what",
    "outcome",
    "side",
  );
  const refused = counter(
    "countersign_refused_requests_total",
    "Requests that were refused for who asked, or how much.",
    "status",
  );
  const open: Gauge = new Gauge({
    name: "countersign_approvals_pending",
    help: "Questions that wait for people now, in the whole store.",
    registers,
    // NaN while the store is away: the counts of this process are still worth reading then.
    collect: async () => open.set(await countPending(database).catch(() => NaN)),
  });
  // Exported from zero on, so that the first increase is seen.
  for (const outcome of decisions) decided.inc({ outcome, side: "chat" }, 0);
  for (const outcome of ["approved", "declined"]) waited.zero({ outcome });
  for (const outcome of loopOutcomes) loops.inc({ outcome }, 0);
  for (const verdict of ["allow", "ask", "deny"]) verdicts.inc({ verdict }, 0);
  for (const outcome of ["done", "failed", "unknown", "refused"]) calls.inc({ outcome }, 0);
  for (const what of readings) for (const outcome of readingOutcomes) reads.inc({ what, outcome, side: "server" }, 0);
  for (const status of refusedStatuses) refused.inc({ status }, 0);

  const countOne = ({ event }: Recorded) => {
    switch (event.kind) {
      case "approval-attested":
      case "approval-decided": {
        const outcome = event.action === "accept" ? "approved" : "declined";
        decided.inc({ outcome, side: event.kind === "approval-attested" ? "server" : "chat" });
        if (event.afterMs !== undefined) waited.observe({ outcome }, event.afterMs / 1_000);
        break;
      }
      case "approval-ended":
        decided.inc({ outcome: unansweredAs(event.endedBy), side: "chat" });
        break;
      case "verdict-given":
        verdicts.inc({ verdict: event.verdict });
        break;
      case "call-finished":
        calls.inc({ outcome: event.outcome });
        break;
      case "call-unknown":
        calls.inc({ outcome: "unknown" });
        break;
      case "call-refused":
        calls.inc({ outcome: "refused" });
        break;
      default:
    }
  };
  return {
    count: (rows) => rows.forEach(countOne),
    loop: (outcome) => loops.inc({ outcome }),
    read: (what, outcome) => reads.inc({ what, outcome, side: "server" }),
    refused: (status) => refused.inc({ status }),
    text: async () => ({ text: await registry.metrics(), type: registry.contentType }),
  };
}

const failed = new Set<Unanswered>(["failure", "server-lost", "server-withdrew", "client-unclear", "nobody-to-ask"]);

/** How an unanswered question counts: failed when nobody could answer it any more, declined when nobody did (S0.34). */
export function unansweredAs(endedBy: Unanswered): DecisionOutcome {
  return failed.has(endedBy) ? "ask-failed" : "declined";
}
