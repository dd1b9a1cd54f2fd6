import { boundTo, digestOf, isGated } from "./bound-digest.ts";
import type { Effect } from "./history.ts";
import type { AuditRow, Record } from "./record.ts";
import type { Violation } from "./violation.ts";

/** What was executed: once, on record, and for what is gated only after an accept of exactly these bytes. */
export function checkExecutions(record: Record): Violation[] {
  const violations: Violation[] = [];
  const seen = new Set<string>();
  for (const effect of record.effects) {
    if (seen.has(effect.call)) {
      violations.push({ rule: "executed-twice", about: effect.call, detail: `again by ${effect.worker}` });
    }
    seen.add(effect.call);
    violations.push(...checkEffect(record, effect));
  }
  return [...violations, ...checkStarts(record), ...checkEvictions(record)];
}

function checkEffect(record: Record, effect: Effect): Violation[] {
  const { call: id, tool, digest } = effect;
  const rows = record.auditOfCall.get(id) ?? [];
  const start = rows.find(({ what }) => what === "call-started");
  if (!start) return [{ rule: "executed-unrecorded", about: id, detail: `${tool} ran, and no start is on record` }];
  const bytes = checkBytes(record, effect, start);
  if (!isGated(tool)) return bytes;
  const accept = rows.find(
    ({ what, detail, seq }) => what === "approval-decided" && detail["action"] === "accept" && seq < start.seq,
  );
  if (!accept) return [...bytes, { rule: "executed-without-accept", about: id, detail: `${tool} by ${effect.worker}` }];
  if (accept.detail["digest"] !== (digest ?? start.detail["digest"])) {
    bytes.push({ rule: "executed-other-bytes", about: id, detail: "the accept was of another digest" });
  }
  const approval = accept.approval ?? "";
  if (!wasSent(record, approval, accept.detail["edited"] === true ? effect.args : null)) {
    bytes.push({ rule: "executed-without-accept", about: id, detail: "nobody sent the accept that is on record" });
  }
  const answers = (record.auditOfApproval.get(approval) ?? []).filter(
    ({ what, detail }) => what === "approval-ended" || (what === "approval-decided" && detail["action"] !== "accept"),
  );
  for (const { what, detail } of answers) {
    bytes.push({ rule: "executed-against-answer", about: id, detail: `${what} ${JSON.stringify(detail)}` });
  }
  return bytes;
}

/** What ran is what was started, and the digest is that of these very arguments. */
function checkBytes(record: Record, { call: id, tool, args, digest }: Effect, start: AuditRow): Violation[] {
  const call = record.calls.get(id);
  const run = call && record.runs.get(call.run);
  if (!run) return [{ rule: "executed-unrecorded", about: id, detail: "the store knows no such call" }];
  const real = digestOf({ tool, args, chat: run.chat, person: run.person, ...boundTo(tool) });
  if ((digest ?? real) === real && start.detail["digest"] === real) return [];
  return [{ rule: "executed-other-bytes", about: id, detail: `${JSON.stringify(args)} ran` }];
}

function wasSent({ requests }: Record, approval: string, edited: Effect["args"] | null): boolean {
  return requests.some(
    ({ asked }) =>
      asked.to === "answer" &&
      asked.approval === approval &&
      asked.action === "accept" &&
      sorted(asked.edited) === sorted(edited),
  );
}

function sorted(args: Effect["args"] | null): string {
  return args === null ? "" : JSON.stringify(args, Object.keys(args).sort());
}

/** A call starts once, and within a run no older holder starts anything after a newer one did. */
function checkStarts({ audit, auditOfCall }: Record): Violation[] {
  const violations: Violation[] = [];
  for (const [id, rows] of auditOfCall) {
    const starts = rows.filter(({ what }) => what === "call-started").length;
    if (starts > 1) violations.push({ rule: "started-twice", about: id, detail: `${starts} starts are on record` });
  }
  const newest = new Map<string, number>();
  for (const { what, run, call, detail } of audit) {
    if (what !== "call-started" || run === null) continue;
    const fence = Number(detail["fence"]);
    const before = newest.get(run) ?? 0;
    if (fence < before) {
      const said = `started under fence ${fence} after one under ${before}`;
      violations.push({ rule: "started-by-older-holder", about: call ?? run, detail: said });
    }
    newest.set(run, Math.max(before, fence));
  }
  return violations;
}

/**
 * A call that somebody else gave up as lost, though nothing had happened to the process that ran it, nor to the store.
 */
function checkEvictions({ audit, effects, workers, faults }: Record): Violation[] {
  const violations: Violation[] = [];
  for (const { what, call, at, detail } of audit) {
    if (what !== "call-unknown" || !/stopped while the tool was running/i.test(String(detail["reason"]))) continue;
    const effect = effects.find((candidate) => candidate.call === call);
    if (!effect || effect.at > at) continue;
    const during = (from: number, until: number) => from <= at && until >= effect.at - 5_000;
    const harmed = workers.some(
      (event) => event.worker === effect.worker && event.event !== "ready" && during(event.at, event.at),
    );
    const cutOff = faults.some(
      ({ worker, at: from, until }) => (worker === null || worker === effect.worker) && during(from, until + 2_000),
    );
    if (harmed || cutOff) continue;
    violations.push({ rule: "healthy-holder-evicted", about: effect.call, detail: `${effect.worker} was running it` });
  }
  return violations;
}
