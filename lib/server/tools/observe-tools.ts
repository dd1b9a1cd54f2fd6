import type { InspectedServer } from "#lib/mcp/servers/inspected-server.ts";
import { record } from "#lib/store/audit/record.ts";
import { inTransaction, type Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import {
  acceptDefinition,
  changeOversight,
  dropUnlisted,
  endWaiting,
  quarantineDefinition,
  reviewsIn,
} from "#lib/store/policies/tool-oversight.ts";
import type { PlannedServer } from "./plan-servers.ts";
import { definitionsOf } from "./seen-definitions.ts";

type Seen = { server: InspectedServer; planned: PlannedServer };

/**
 * Records a server's present definitions. Accepts the first definitions of a server that mcp.json trusts, because the
 * file's owner vouches for them, and definitions that changed only by the server's confirmed new command. All others
 * wait for a review (THREATS E1). Resolves to how many of them are newly on record.
 */
export function observeTools(database: Database, { server, planned }: Seen): Promise<number> {
  const serverId = server.config.id;
  return inTransaction(database, async (trx) => {
    await changeOversight(database, trx);
    const reviews = new Map((await reviewsIn(trx, serverId)).map((row) => [row.tool_name, row]));
    const isVouchedFor = planned.source === "file" && planned.confirmed?.trusted === true && reviews.size === 0;
    let quarantined = 0;
    for (const { definition } of definitionsOf(server)) {
      const { name, fingerprint, said } = definition;
      const review = reviews.get(name);
      const accept = (by: "file" | "command") =>
        accepted(database, trx, { serverId, name, fingerprint, said, by, personId: review?.reviewed_by ?? null });
      if (review?.fingerprint === fingerprint) {
        if (review.waiting_fingerprint !== null) await endWaiting(trx, serverId, name);
      } else if (isVouchedFor) await accept("file");
      else if (review?.definition_json === said) await accept("command");
      else if (review?.waiting_fingerprint !== fingerprint) {
        const row = { server_id: serverId, tool_name: name, waiting_fingerprint: fingerprint, waiting_json: said };
        await quarantineDefinition(database, trx, row);
        quarantined += 1;
        const former = review?.fingerprint ?? null;
        await record(
          database,
          trx,
          {},
          { kind: "tool-quarantined", server: serverId, tool: name, fingerprint, former },
        );
      }
    }
    await dropUnlisted(
      trx,
      serverId,
      definitionsOf(server).map(({ definition }) => definition.name),
    );
    return quarantined;
  });
}

type Accepted = {
  serverId: string;
  name: string;
  fingerprint: string;
  said: string;
  by: "file" | "command";
  personId: string | null;
};

async function accepted(database: Database, trx: Trx, accept: Accepted): Promise<void> {
  const { serverId, name, fingerprint, said, by, personId } = accept;
  const key = { server_id: serverId, tool_name: name };
  await acceptDefinition(database, trx, { ...key, fingerprint, definition_json: said, reviewed_by: personId });
  await record(database, trx, {}, { kind: "tool-reviewed", server: serverId, tool: name, fingerprint, by });
}
