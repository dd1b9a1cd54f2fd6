import type { Effect, EventOf, HistoryEvent } from "./history.ts";

export type AuditRow = EventOf<"audit"> & { seq: number };

/** A history as the checks look things up in it. */
export type Record = {
  effects: readonly Effect[];
  /** In the order of their commits, as far as one run is concerned. */
  audit: readonly AuditRow[];
  auditOfCall: ReadonlyMap<string, AuditRow[]>;
  auditOfApproval: ReadonlyMap<string, AuditRow[]>;
  runs: ReadonlyMap<string, EventOf<"run">>;
  calls: ReadonlyMap<string, EventOf<"call">>;
  approvals: ReadonlyMap<string, EventOf<"approval">>;
  approvalsOfCall: ReadonlyMap<string, EventOf<"approval">[]>;
  requests: readonly EventOf<"request">[];
  told: readonly EventOf<"told">[];
  workers: readonly EventOf<"worker">[];
  faults: readonly EventOf<"fault">[];
};

export function recordOf(history: readonly HistoryEvent[], effects: readonly Effect[]): Record {
  const only = <Kind extends HistoryEvent["kind"]>(kind: Kind) =>
    history.filter((event): event is EventOf<Kind> => event.kind === kind);
  const audit = only("audit").map((row, seq) => ({ ...row, seq }));
  const approvals = only("approval");
  return {
    effects,
    audit,
    auditOfCall: grouped(audit, ({ call }) => call),
    auditOfApproval: grouped(audit, ({ approval }) => approval),
    runs: byId(only("run")),
    calls: byId(only("call")),
    approvals: byId(approvals),
    approvalsOfCall: grouped(approvals, ({ call }) => call),
    requests: only("request"),
    told: only("told"),
    workers: only("worker"),
    faults: only("fault"),
  };
}

function byId<Item extends { id: string }>(items: Item[]): Map<string, Item> {
  return new Map(items.map((item) => [item.id, item]));
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string | null): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key !== null) groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
