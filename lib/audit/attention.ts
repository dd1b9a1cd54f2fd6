import type { ApprovalStatus } from "#lib/approvals/states.ts";

/** One question about a tool call, as far as attention to it is concerned. Times are Unix milliseconds. */
export type AskedCall = {
  tool: string;
  status: ApprovalStatus;
  edited: boolean;
  requestedAt: number;
  decidedAt: number | null;
};

export type DayOfAsks = {
  /** Days since 1970-01-01, UTC. */
  day: number;
  accepted: number;
  declined: number;
  unanswered: number;
};

export type ToolAttention = {
  tool: string;
  asks: number;
  accepted: number;
  declined: number;
  edited: number;
  /** Half of the answers took less; null without any. */
  medianMs: number | null;
};

const dayMs = 24 * 60 * 60 * 1000;

export function dayOf(ms: number): number {
  return Math.floor(ms / dayMs);
}

/** Every day from the first to the last, also those without a question. Ones that still wait are not counted. */
export function asksByDay(calls: readonly AskedCall[], { from, to }: { from: number; to: number }): DayOfAsks[] {
  const days = Array.from({ length: to - from + 1 }, (_, index): DayOfAsks => {
    return { day: from + index, accepted: 0, declined: 0, unanswered: 0 };
  });
  for (const { status, requestedAt } of calls) {
    const day = days[dayOf(requestedAt) - from];
    if (!day || status === "pending") continue;
    if (status === "accepted" || status === "declined") day[status] += 1;
    else day.unanswered += 1;
  }
  return days;
}

/** How much each tool asks, and how people answer it; the one that asks most comes first. */
export function attentionByTool(calls: readonly AskedCall[]): ToolAttention[] {
  const byTool = Map.groupBy(calls, ({ tool }) => tool);
  const tools = [...byTool].map(([tool, asked]): ToolAttention => {
    const answered = asked.filter(({ status }) => status === "accepted" || status === "declined");
    const times = answered.flatMap(({ requestedAt, decidedAt }) =>
      decidedAt === null ? [] : [decidedAt - requestedAt],
    );
    return {
      tool,
      asks: asked.length,
      accepted: asked.filter(({ status }) => status === "accepted").length,
      declined: asked.filter(({ status }) => status === "declined").length,
      edited: asked.filter(({ edited }) => edited).length,
      medianMs: median(times),
    };
  });
  return tools.toSorted((one, other) => other.asks - one.asks || one.tool.localeCompare(other.tool));
}

function median(values: number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}
