import { digestOf } from "./bound-digest.ts";
import type { Effect, EventOf, HistoryEvent } from "./history.ts";
import { fingerprint, serverId } from "./tools.ts";

const at = 1_000_000;
const args = { plan: "c1", line: 1, amount: 5, takesMs: 0 };

export const digest = digestOf({ tool: "pay", args, chat: "c1", person: "kim", serverId, fingerprint });

/** An audit row of the one call, some milliseconds after the beginning. */
export function audited(what: string, afterMs: number, detail: EventOf<"audit">["detail"] = {}): EventOf<"audit"> {
  const approval = what.startsWith("approval") ? "a1" : null;
  return { kind: "audit", at: at + afterMs, what, run: "r1", call: "k1", approval, detail };
}

/** What somebody asked of a process, and what they were told. */
export function asked(asking: EventOf<"request">["asked"], over: Partial<EventOf<"request">> = {}): HistoryEvent {
  return {
    kind: "request",
    at,
    ms: 20,
    queuedMs: 0,
    worker: "w1",
    status: 200,
    disturbed: false,
    asked: asking,
    ...over,
  };
}

export function answered(
  action: "accept" | "decline" | "cancel",
  {
    status = 200,
    said = null,
    edited = null,
  }: { status?: number; said?: string | null; edited?: Effect["args"] | null } = {},
): HistoryEvent {
  return asked({ to: "answer", approval: "a1", action, edited, said }, { status });
}

type Parts = {
  requests: HistoryEvent[];
  audit: EventOf<"audit">[];
  run: EventOf<"run">;
  call: EventOf<"call">;
  approval: EventOf<"approval">;
  others: HistoryEvent[];
  effects: Effect[];
};

/** A history in which one chat's one call was approved and ran, and nothing is wrong. */
export function goodParts(): Parts {
  return {
    requests: [asked({ to: "turn", chat: "c1", message: "m1" }), answered("accept", { said: "accepted" })],
    audit: [
      audited("verdict-given", 0, { verdict: "ask", digest }),
      audited("approval-opened", 0, { digest, expiresAt: at + 60_000 }),
      audited("approval-decided", 10, { action: "accept", digest, edited: false }),
      audited("call-cleared", 20, { by: "person", digest }),
      audited("call-started", 20, { digest, fence: 1, tool: "ledger__pay" }),
      audited("call-finished", 40, { outcome: "done" }),
    ],
    run: { kind: "run", id: "r1", chat: "c1", person: "kim", message: "m1", status: "done" },
    call: { kind: "call", id: "k1", run: "r1", state: "done", tool: "pay", plan: "c1", line: 1 },
    approval: {
      kind: "approval",
      id: "a1",
      call: "k1",
      status: "accepted",
      expiresAt: at + 60_000,
      decidedAt: at + 10,
      byPerson: true,
    },
    others: [{ kind: "worker", at, worker: "w1", event: "ready" }],
    effects: [{ at: at + 25, worker: "w1", call: "k1", tool: "pay", digest, args }],
  };
}

export function historyOf({ requests, audit, run, call, approval, others }: Parts): HistoryEvent[] {
  return [...requests, ...others, ...audit, run, call, approval];
}
