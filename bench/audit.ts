import { auditTrail, type AuditQuery } from "#lib/server/audit/audit-trail.ts";
import type { Person } from "#lib/server/people/session.ts";
import { verifyAudit } from "#lib/server/audit/verify-audit.ts";
import { benchStore } from "./bench-store.ts";
import type { Figure } from "./figure.ts";
import { startFleet } from "./fleet.ts";
import { monotonicMs } from "./monotonic-ms.ts";
import { median, percentile } from "./percentile.ts";
import { seedAudit } from "./seed-audit.ts";
import { seedPeople } from "./seed-people.ts";
import { withOpened } from "./with-opened.ts";

const records = Number(process.env["AUDIT_RECORDS"] ?? "1000000");
const times = 40;
const target = { atMost: 100 };
const all: AuditQuery = {
  topic: null,
  chatId: null,
  personId: null,
  tool: null,
  from: null,
  to: null,
  before: null,
  limit: 100,
};

/** A year of records on PostgreSQL: how long pages of it take, asked for in every way, and how fast it is verified. */
export function audit(): Promise<Figure[]> {
  return withOpened(async (open): Promise<Figure[]> => {
    const store = await open(benchStore("PostgreSQL"));
    const database = await open(store.connect());
    const people = await seedPeople(database, 20);
    const personIds = people.map(({ id }) => id);
    const sealedPerSecond = await seedAudit(database, { records, personIds });
    const [owner] = people;
    if (!owner) throw new Error("Nobody was seeded.");
    const trail = auditTrail(database);
    const asOwner: Person = { id: owner.id, name: "You", role: "owner" };
    const asMember: Person = { id: personIds[3] ?? "", name: "Somebody", role: "member" };
    const clock = await trail.page(asOwner, { ...all, limit: 1 });
    const now = clock.entries[0]?.at ?? 0;
    const day = 24 * 60 * 60 * 1_000;
    const queries: [string, Person, Partial<AuditQuery>][] = [
      ["the latest", asOwner, {}],
      ["one's own", asMember, {}],
      ["far back", asOwner, { before: Math.floor(records / 2) }],
      ["one kind", asOwner, { topic: "verdicts" }],
      ["a kind that there is none of", asOwner, { topic: "policies" }],
      ["one person", asOwner, { personId: personIds[5] ?? "" }],
      ["one chat", asOwner, { chatId: "chat-77" }],
      ["a tool", asOwner, { tool: "tool_3" }],
      ["a tool of few calls", asOwner, { tool: "rare" }],
      ["a day half a year ago", asOwner, { from: now - 180 * day, to: now - 179 * day }],
      ["a tool on that day", asOwner, { tool: "tool_3", from: now - 180 * day, to: now - 179 * day }],
    ];
    const figures: Figure[] = [];
    for (const [name, person, query] of queries) {
      const took = await timed(() => trail.page(person, { ...all, ...query }));
      figures.push(figureOf(`audit query, ${name}`, took));
    }
    // A page shows those of a moment ago where they are costly; here they are computed every time.
    const anew = await timed(() => auditTrail(database).attention(asOwner));
    const { target: _none, ...computed } = figureOf("audit figures of 30 days, computed", anew);
    figures.push(computed);
    const since = monotonicMs();
    const verified = await verifyAudit(database);
    if (verified.problem !== null) throw new Error(verified.problem);
    const perSecond = (verified.head.position / (monotonicMs() - since)) * 1_000;
    const fleet = await startFleet(store, { instances: 1, env: {} });
    try {
      const client = fleet.clientOf(owner, 0);
      for (const path of ["/api/audit", "/api/audit?tool=tool_3", "/audit", "/audit?topic=verdicts"]) {
        figures.push(figureOf(`GET ${path}`, await timed(() => client.get(path))));
      }
    } finally {
      await fleet.close();
    }
    return [
      ...figures,
      { name: "verifying the chain, records a second", value: perSecond, unit: "", target: { atLeast: 50_000 } },
      { name: "sealing, records a second", value: sealedPerSecond, unit: "" },
    ];
  });
}

async function timed(work: () => Promise<unknown>): Promise<number[]> {
  for (let warm = 0; warm < 5; warm += 1) await work();
  const took: number[] = [];
  for (let each = 0; each < times; each += 1) {
    const since = monotonicMs();
    await work();
    took.push(monotonicMs() - since);
  }
  return took;
}

function figureOf(name: string, took: number[]): Figure {
  const note = `p50 ${median(took).toFixed(1)} ms; ${records.toLocaleString("en")} records`;
  return { name: `${name}, p95`, value: percentile(took, 0.95), unit: "ms", target, note };
}
