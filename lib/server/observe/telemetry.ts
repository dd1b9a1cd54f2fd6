import type { Observer } from "#lib/gate/contract/observer.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { Recorded } from "#lib/store/engine/recorded.ts";
import type { Env } from "#lib/server/settings/env.ts";
import type { Log } from "./log.ts";
import { logDecisions } from "./log-decisions.ts";
import { metricsOf, type Metrics } from "./metrics.ts";
import type { Traces } from "./traces.ts";

/** What operators see of the gate: metrics, the log, and traces if a collector is configured. */
export type Telemetry = {
  metrics: Metrics;
  observer: Observer;
  recorded: (rows: readonly Recorded[]) => void;
  close: () => Promise<void>;
};

/** Telemetry must not stop the work that it watches: its own failures are logged. */
export function telemetryOf({ env, log, database, processId }: Parts): Telemetry {
  const metrics = metricsOf(database);
  let traces: Traces | null = null;
  const loading = env.otlpEndpoint === null ? null : tracesLater(env.otlpEndpoint);
  const safely = (watch: () => void) => {
    try {
      watch();
    } catch (error) {
      log.warn("telemetry.failed", { error });
    }
  };

  /** Loaded only when configured: most instances never are. */
  async function tracesLater(endpoint: string): Promise<void> {
    try {
      const { tracesTo } = await import("./traces.ts");
      traces = tracesTo({ endpoint, processId });
    } catch (error) {
      log.warn("traces.not-started", { error });
    }
  }

  return {
    metrics,
    observer: {
      loop: (outcome) => safely(() => metrics.loop(outcome)),
      took: (span) => safely(() => traces?.took(span)),
      read: (what, outcome) => safely(() => metrics.read(what, outcome)),
    },
    recorded: (rows) => {
      safely(() => metrics.count(rows));
      safely(() => logDecisions(log, rows));
      safely(() => traces?.record(rows));
    },
    close: async () => {
      await loading;
      await traces?.close().catch((error: unknown) => log.warn("traces.not-sent", { error }));
    },
  };
}

type Parts = { env: Pick<Env, "otlpEndpoint">; log: Log; database: Database; processId: string };
