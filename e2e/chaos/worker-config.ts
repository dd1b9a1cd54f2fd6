/** What a worker is told on its command line, as JSON. */
export type WorkerConfig = {
  /** Name of this very process; no other ever has it. */
  name: string;
  port: number;
  /** Holds the store's file, when there is no address of a database. */
  dataDir: string;
  databaseUrl: string | null;
  effects: string;
  /** Limits of the agent, as far as they differ from the app's. */
  limits: Record<string, number>;
  /** How long a claim of a run lasts, here. */
  leaseMs: number;
  timeouts: { pay: number; rush: number };
};

/** What a worker says on its output, a line each. */
export type WorkerSays = { ready: true } | { stalledMs: number };
