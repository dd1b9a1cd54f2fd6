import type { ServerTiming } from "#lib/mcp/connection/server-timing.ts";
import type { CallLimits } from "./call-clock.ts";

export type McpTiming = ServerTiming & CallLimits;

export const usualTiming: McpTiming = {
  firstPauseMs: 1_000,
  maxPauseMs: 60_000,
  healthMs: 60_000,
  connectWaitMs: 30_000,
  firstUpMs: 60_000,
  heardListMs: 60_000,
  unheardListMs: 5_000,
  silenceMs: 120_000,
  totalMs: 60 * 60 * 1000,
  roundPauseMs: 250,
  taskPollMs: 1_000,
  pageMs: 3_000,
  probeMs: 30_000,
  pingMs: 10_000,
  keepAliveMs: 15_000,
};
