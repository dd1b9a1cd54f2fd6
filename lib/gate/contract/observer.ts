/** How the loop of an answer was bounded (S0.44). */
export const loopOutcomes = [
  "wrap-up",
  "hard-stop",
  "model-spend",
  "cancelled",
  "repeated",
  "declined-repeat",
  "interaction-budget",
] as const;
export type LoopOutcome = (typeof loopOutcomes)[number];

/** What clients read of servers, and how that ended. */
export const readings = ["resource", "prompt", "completion"] as const;
export type Reading = (typeof readings)[number];
export const readingOutcomes = ["done", "failed", "refused"] as const;
export type ReadingOutcome = (typeof readingOutcomes)[number];

/** A span of work on a run. A run that leaves memory, or moves to another process, has several. */
export type WorkSpan = {
  what: "run" | "model-step" | "tool-call" | "execute";
  runId: string;
  chatId: string;
  callId?: string;
  /** Wire name of the tool, or key of the model. */
  name?: string;
  ms: number;
};

/** Told what goes on, for figures and traces. Carries ids and names, never arguments. Must neither throw nor wait. */
export type Observer = {
  loop: (outcome: LoopOutcome) => void;
  took: (span: WorkSpan) => void;
  /** `refused`: there is no such thing for this client, or it reads too much; `failed`: its server did not answer it. */
  read: (what: Reading, outcome: ReadingOutcome) => void;
};

/** Does the work and tells how long it took, however it ended. */
export async function observed<Result>(
  observer: Observer | undefined,
  of: Omit<WorkSpan, "ms">,
  work: () => Promise<Result>,
): Promise<Result> {
  const since = performance.now();
  try {
    return await work();
  } finally {
    observer?.took({ ...of, ms: performance.now() - since });
  }
}
