import type { Gate, RunContext } from "./gate.ts";

/** Tells the person that this answer asks nothing more (D5, S0.25). */
export function writeAsksUsedUp(gate: Gate, run: RunContext): void {
  const text =
    `This answer has asked for ${gate.limits.asksPerRun} approvals, the most it may. ` +
    "Its further calls were refused without asking.";
  run.write({ type: "data-notice", id: `asks-${run.runId}`, data: { kind: "budget", text, retry: false } });
}
