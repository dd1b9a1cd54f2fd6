import type { Notice } from "#lib/approvals/notice.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";

export type AskedEnough = "run-asked-enough" | "person-asked-enough";

/** What the person is told when an answer may ask nothing more (D5, S0.25, C13). */
export function asksUsedUp({ limits, observer }: Gate, why: AskedEnough): Notice {
  observer?.loop("interaction-budget");
  const text =
    why === "run-asked-enough"
      ? `Not asked: this answer may ask ${limits.asksPerRun} times. The rest did not run.`
      : `Not asked: your chats may ask ${limits.asksPerHour} times within an hour. The rest did not run; they may ask again as the hour passes.`;
  return { kind: "budget", text, retry: false, ...(why === "run-asked-enough" ? { rest: true } : {}) };
}

/** What the person is told when an answer makes the same call again and again. */
export function callRepeated(tool: string, times: number): Notice {
  const text = `This answer called ${tool} ${times} times with the same arguments, so it does not run again in it.`;
  return { kind: "budget", text, retry: false };
}

/** What the person is told when an answer stops asking because so much of it was declined (C13). */
export function asksPaused(declined: number): Notice {
  const text = `${declined} calls of this answer were declined, so it asks no more. Say what you would rather have.`;
  return { kind: "budget", text, retry: false };
}
