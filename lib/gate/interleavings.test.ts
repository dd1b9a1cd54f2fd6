import fc from "fast-check";
import { expect, inject, test } from "vitest";
import { plan, planWithAsks, type AnswerPlan, type Plan } from "#e2e/support/interleaving.ts";
import { Stage, type Door, type Played } from "#e2e/support/played.ts";
import type { AuditEntry } from "#e2e/support/gate-world.ts";
import { canonicalJson } from "#lib/untrusted/canonical-json.ts";
import { digestOfCall } from "#lib/approvals/digest.ts";
import { isSettled } from "#lib/approvals/states.ts";
import type { ApprovalRow, ToolCallRow } from "#lib/store/schema/schema.ts";

/** PostgreSQL takes ten times as long for each, and its own way of running them at once. */
const many = inject("postgresUrl") !== null ? 1_000 : inject("cold") === "at once" ? 3_000 : 10_000;
const histories = inject("thorough") ? many : many / 8;
/** A fresh store now and then, so that no query gets slower with the histories before it. */
const perStage = 100;

/** One call with all that is known of it at the end. */
type Fate = {
  call: ToolCallRow;
  approval: ApprovalRow | undefined;
  /** Where an agent asked about it. */
  ask: AskRow | undefined;
  audit: AuditEntry[];
  played: Played;
};
type AskRow = { call_id: string; released_at: number | null; ended_at: number | null };

/** Each must hold for every call of every history; judged by the store, the effects and the answers alone. */
const laws: { [law: string]: (fate: Fate) => void } = {
  "I3: a call and its approval are settled in the end": ({ call, approval }) => {
    expect(isSettled(call.state)).toBe(true);
    expect(approval?.status).not.toBe("pending");
  },
  "I2: at most one effect and at most one start": (fate) => {
    expect(effectsOf(fate).length).toBeLessThanOrEqual(1);
    expect(kinds(fate, "call-started").length).toBeLessThanOrEqual(1);
    expect(effectsOf(fate).length).toBeLessThanOrEqual(kinds(fate, "call-started").length);
  },
  "I1: a gated call starts only after a person accepted it": (fate) => {
    if (kinds(fate, "call-started").length === 0 || !fate.approval) return;
    const order = fate.audit.map(({ kind }) => kind);
    expect(kinds(fate, "approval-decided")).toMatchObject([{ action: "accept" }]);
    expect(order.indexOf("approval-decided")).toBeLessThan(order.indexOf("call-started"));
    expect(fate.approval).toMatchObject({ status: "accepted", decided_by: "p1" });
  },
  "I1: a gated call never starts without an approval at all": ({ call, approval, ...fate }) => {
    if (call.tool_name === "gated" && kinds(fate, "call-started").length > 0) expect(approval).toBeDefined();
  },
  "A5: an answer counts only before the deadline, and the clock only from it on": ({ approval }) => {
    if (approval?.decided_at == null) return;
    const { decided_at, expires_at, status, decided_by } = approval;
    if (decided_by !== null) expect(decided_at).toBeLessThan(expires_at);
    else if (status === "expired") expect(decided_at).toBeGreaterThanOrEqual(expires_at);
  },
  "I4: what was not accepted never ran, and says so": (fate) => {
    if (!fate.approval || fate.approval.status === "accepted") return;
    expect(effectsOf(fate)).toEqual([]);
    expect(fate.call.state).toBe("refused");
  },
  "I7: what ran is what was approved, byte for byte": (fate) => {
    const { call, approval } = fate;
    for (const effect of effectsOf(fate)) {
      const digest = digestOfCall(call, canonicalJson(effect.arguments));
      expect(effect.digest ?? digest).toBe(digest);
      expect(kinds(fate, "call-started")).toMatchObject([{ digest }]);
      if (approval) expect(kinds(fate, "approval-decided")).toMatchObject([{ digest }]);
    }
  },
  "I5: every end of an approval and of a call has its audit row, once": (fate) => {
    const ends = [...kinds(fate, "approval-decided"), ...kinds(fate, "approval-ended")];
    const started = kinds(fate, "call-started").length === 1;
    // Only an approval that nobody started ends twice: accepted, then expired.
    if (fate.approval) expect(ends.length).toBe(endedTwice(fate.approval) ? 2 : 1);
    const settled = ["call-finished", "call-unknown", "call-refused"].flatMap((kind) => kinds(fate, kind));
    expect(settled).toHaveLength(1);
    expect(fate.call.state === "refused").toBe(!started);
  },
  "an accepted call ran, or is refused, expired or unknown with a reason": (fate) => {
    if (fate.approval?.status !== "accepted" || effectsOf(fate).length > 0) return;
    // The agent may be gone before the answer, or before the call is let go.
    const { ask, call } = fate;
    if (ask?.released_at != null) return expect(["done", "unknown"]).toContain(call.state);
    expect(["refused", "unknown", ...(ask ? ["failed"] : [])]).toContain(call.state);
    expect(fate.call.result_json).toMatch(/not run|unknown/);
  },
  "I6: an answer that was acknowledged is a person's, and the one that is stored": (fate) => {
    const { approval, played } = fate;
    for (const { callId, answer, outcome } of played.told) {
      if (callId !== fate.call.id || !outcome || !("decided" in outcome)) continue;
      expect(answer.by).toBe("person");
      expect(answer.digest === "wrong" || isUnfit(fate, answer)).toBe(false);
      const { action } = JSON.parse(approval?.decision_json ?? "{}") as { action: string };
      expect(action).toBe(answer.action);
      expect([outcome.decided.status, "expired"]).toContain(approval?.status);
    }
  },
  "I1, I4: an ask is let go only by an accept, and never once it was withdrawn": ({ call, approval, ask, played }) => {
    const isAccepted = approval === undefined ? call.tool_name === "free" : approval.status === "accepted";
    if (ask && (!isAccepted || played.asking?.withdrawn.has(call.id))) expect(ask.released_at).toBeNull();
  },
  "I2: an agent is told yes only of a call that was let go, and every ask ends": (fate) => {
    if (!fate.ask) return;
    expect(fate.ask.ended_at).not.toBeNull();
    const finished = kinds(fate, "call-finished").map(({ outcome }) => outcome);
    expect(finished.filter((outcome) => outcome !== "released" && outcome !== "failed")).toEqual([]);
    if (finished.includes("released") || effectsOf(fate).length > 0) expect(fate.ask.released_at).not.toBeNull();
    if (effectsOf(fate).length > 0) expect(finished).toEqual(["released"]);
  },
  "I5: an outcome is reported at most once, of a call that was let go": (fate) => {
    const reports = kinds(fate, "call-reported").length;
    expect(reports).toBeLessThanOrEqual(fate.ask?.released_at == null ? 0 : 1);
    expect(reports).toBeGreaterThanOrEqual(
      fate.played.asking?.reported.filter((id) => id === fate.call.id).length ?? 0,
    );
  },
};

/** An agent says itself whether it takes other arguments, and which ones is its own affair. */
function isUnfit({ call, ask }: Fate, { edit }: AnswerPlan): boolean {
  if (!ask) return edit === "unfit";
  const { takesChanges } = JSON.parse(call.outside_json ?? "{}") as { takesChanges?: boolean };
  return edit !== "none" && takesChanges !== true;
}

function effectsOf({ call, played }: Fate): Played["ran"] {
  return played.ran.filter(({ callId }) => callId === call.id);
}

function kinds({ audit }: Pick<Fate, "audit">, wanted: string): AuditEntry[] {
  return audit.filter(({ kind }) => kind === wanted);
}

function endedTwice({ status, decided_by }: ApprovalRow): boolean {
  return status === "expired" && decided_by !== null;
}

async function fatesOf(played: Played): Promise<Fate[]> {
  return (await Promise.all(played.chatIds.map((chatId) => fatesIn(played, chatId)))).flat();
}

async function fatesIn(played: Played, chatId: string): Promise<Fate[]> {
  const { world } = played;
  const [calls, approvals, audit, asks] = await Promise.all([
    world.calls(chatId),
    world.approvals(chatId),
    world.audit(chatId),
    played.asking?.rows() ?? [],
  ]);
  return calls.map((call) => ({
    call,
    approval: approvals.find(({ call_id }) => call_id === call.id),
    ask: asks.find(({ call_id }) => call_id === call.id),
    audit: audit.filter((entry) => entry.call === call.id),
    played,
  }));
}

/** What comes in by each door, and how many histories of it. */
const doors: [Door[], number][] = [
  [["chat"], histories],
  [["chat", "client"], histories / 10],
  [["bare"], histories / 10],
  [["bare", "chat"], histories / 15],
  [["asks"], histories / 10],
  [["client", "asks"], histories / 15],
  [["chat", "client", "asks"], histories / 15],
];
/** In which something runs for sure. */
const tool = { gated: true, end: "ok", held: "no", comesBack: false, takesChanges: false } as const;
const accepted: Plan = { tools: [tool], groups: [], end: "accept-all" };
const of = "interleavings of answers, expiry, stops, crashes and takeovers";

test.each(doors.map(([each, numRuns]) => [each.join(" and "), Math.floor(numRuns), each] as const))(
  `A3, I1–I8, S0.33, S0.53: through %s, %i ${of} break no law`,
  async (_, numRuns, door) => {
    let stage = await Stage.build(door);
    let count = 0;
    let executed = 0;
    const ends = new Map<string, number>();
    const history = async (each: Plan) => {
      count += 1;
      if (count % perStage === 0) {
        await stage.close();
        stage = await Stage.build(door);
      }
      const played = await stage.play(each);
      const errors = played.world.log
        .splice(0)
        .filter(({ level, message }) => level === "error" && message !== "tool.threw");
      const fates = await fatesOf(played);
      for (const [law, holds] of Object.entries(laws)) {
        for (const fate of fates) {
          try {
            holds(fate);
          } catch (cause) {
            throw new Error(`Broken: ${law}`, { cause });
          }
        }
      }
      expect(errors).toEqual([]);
      if (played.ran.length > 0) executed += 1;
      for (const { call, approval } of fates) {
        const end = `${approval?.status ?? "not asked"} ${call.state}`;
        ends.set(end, (ends.get(end) ?? 0) + 1);
      }
    };
    const all = fc.asyncProperty(door.includes("asks") ? planWithAsks : plan, history);
    await fc.assert(all, { numRuns, examples: [[accepted]], includeErrorInReport: true });
    // Else the property would hold because nothing ever happened.
    expect(executed / count).toBeGreaterThanOrEqual(numRuns === histories ? 0.25 : 1 / numRuns);
    // Of fewer, the rarest ends may be missing.
    if (!inject("thorough") || numRuns !== histories) return;
    const met = ["accepted done", "accepted failed", "accepted unknown", "accepted refused", "declined refused"];
    for (const end of [...met, "cancelled refused", "expired refused", "not asked done", "not asked unknown"])
      expect(ends.get(end) ?? 0, end).toBeGreaterThanOrEqual(histories / 1_000);
  },
  600_000,
);
