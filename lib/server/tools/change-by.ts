import { inTransaction, type Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { roleNow } from "#lib/store/people/hold-session.ts";
import { changeOversight } from "#lib/store/policies/tool-oversight.ts";
import { refused, type Outcome } from "./outcome.ts";
import type { Person } from "#lib/server/people/session.ts";

/**
 * Changes decisions about tools, one change at a time, if the person's role is still the one that the request was
 * checked with: earlier checks depended on it (B11: lost rights count at once).
 */
export function changeBy(database: Database, person: Person, work: (trx: Trx) => Promise<Outcome>): Promise<Outcome> {
  return inTransaction(database, async (trx) => {
    await changeOversight(database, trx);
    if ((await roleNow(database, trx, person.id)) !== person.role)
      return refused("forbidden", "Your role has changed meanwhile. Load the page again.");
    return work(trx);
  });
}
