import type { ChaosOptions } from "./chaos-run.ts";

type Scenario = Omit<ChaosOptions, "backend" | "seconds" | "seed" | "root" | "folder">;

const leaseMs = 2_000;

/** Everything at once. In every other place a run that waits leaves memory at once, in the rest it never does. */
export const usual: Scenario = {
  workers: 4,
  chats: 40,
  outsiders: 4,
  limits: [{ coldAfterMs: 0 }, { coldAfterMs: 3_600_000 }],
  leaseMs,
  longMs: leaseMs * 1.5,
  longShare: 0.06,
  rushShare: 0.12,
  rushMs: 1_500,
  pace: {
    blowEveryMs: 700,
    faultEveryMs: 1_300,
    pauses: 0.2,
    terminations: 0.2,
    pauseMs: { from: leaseMs * 1.2, to: leaseMs * 2.5 },
  },
};

const calm = { ...usual.pace, blowEveryMs: Infinity, faultEveryMs: Infinity };

/** Processes that sleep for longer than their lease and find when they wake that others went on. */
export const sleepers: Scenario = {
  ...usual,
  limits: [{ coldAfterMs: 3_600_000 }],
  longShare: 0.3,
  pace: { ...calm, blowEveryMs: 500, pauses: 1, terminations: 0 },
};

/** Processes that are killed in the middle of calls. */
export const suddenDeaths: Scenario = {
  ...usual,
  longShare: 0.4,
  pace: { ...calm, blowEveryMs: 700, pauses: 0, terminations: 0 },
};

/** Nothing happens but that people answer at once. */
export const racingDeciders: Scenario = { ...usual, limits: [{ coldAfterMs: 0 }], pace: calm };

/** Nothing happens but that people answer just before and just after it is too late. */
export const decidingAtDeadlines: Scenario = { ...usual, rushShare: 0.8, pace: calm };

/** Nothing happens but that calls take longer than a lease. */
export const longCalls: Scenario = { ...usual, longShare: 0.5, pace: calm };
