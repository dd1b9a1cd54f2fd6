import type { UsualTimeouts } from "#lib/approvals/usual-timeout.ts";
import type { Person } from "#lib/server/people/session.ts";
import { record } from "#lib/store/audit/record.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { usualTimeoutsIn, writeUsualTimeouts } from "#lib/store/policies/tool-oversight.ts";
import { changeBy } from "./change-by.ts";
import { done, type Outcome } from "./outcome.ts";

type Change = { person: Person; timeouts: UsualTimeouts };

/** Sets how long questions stay open about tools for which nothing was set. Cards that are open keep their time. */
export function setUsualTimeouts(database: Database, { person, timeouts: to }: Change): Promise<Outcome> {
  return changeBy(database, person, async (trx) => {
    const from = await usualTimeoutsIn(trx);
    await writeUsualTimeouts(trx, to);
    if (to.chatMinutes !== from.chatMinutes || to.othersHours !== from.othersHours)
      await record(database, trx, { personId: person.id }, { kind: "usual-timeouts-set", from, to });
    return done;
  });
}
