import { may } from "#lib/people/may.ts";
import type { Person } from "#lib/server/people/session.ts";
import { record } from "#lib/store/audit/record.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { mostRiskIn, writeMostRisk } from "#lib/store/policies/tool-oversight.ts";
import type { Risk } from "#lib/verdict/risk.ts";
import { changeBy } from "./change-by.ts";
import { askToConfirm, done, refused, type Outcome } from "./outcome.ts";

type Change = { person: Person; mostRisk: Risk; confirm?: string | undefined };

/** Sets the highest risk of tools that clients of the gateway are offered (S0.45). More needs an owner who confirms it. */
export function setMostRisk(database: Database, { person, mostRisk: to, confirm }: Change): Promise<Outcome> {
  return changeBy(database, person, async (trx) => {
    const from = await mostRiskIn(trx);
    const lowers = to > from;
    if (lowers && !may(person.role, "loosen-tools")) {
      return refused("forbidden", "Only an owner offers clients tools of a higher risk.");
    }
    const sentence = `Clients are offered tools up to risk ${to}.`;
    if (lowers && confirm !== sentence) return askToConfirm([sentence]);
    await writeMostRisk(trx, to);
    if (to !== from)
      await record(database, trx, { personId: person.id }, { kind: "gateway-risk-set", from, to, lowers });
    return done;
  });
}
