import { amountOf } from "#lib/grants/grant.ts";
import type { GrantableTool, GrantList, GrantView } from "#lib/grants/grant-view.ts";
import { grantableTools } from "#lib/gate/answer/grant-tool.ts";
import { willItAsk, type WillItAsk } from "./will-it-ask.ts";
import { termsOf } from "#lib/gate/grants/grant-use-of.ts";
import { grantsOf, type ListedGrant } from "#lib/store/approvals/grants.ts";

export type Grants = {
  /** What would run, on these grants or by any other rule. */
  willItAsk: WillItAsk;
  /** A person's own grants, latest first: all in force, and the latest that have ended. */
  list: (personId: string) => Promise<GrantList>;
  /** The tools that a grant can be given for at present. */
  tools: () => GrantableTool[];
};

const mostListed = { standing: 500, ended: 50 };

export function grantsIn(deps: Parameters<typeof willItAsk>[0]): Grants {
  const { gate } = deps.agent;
  const { database } = gate;
  return {
    willItAsk: willItAsk(deps),
    tools: () => grantableTools(gate),
    list: async (personId) => {
      const standing = await grantsOf(database, personId, { standing: true, most: mostListed.standing });
      const ended = await grantsOf(database, personId, { standing: false, most: mostListed.ended });
      return { standing: standing.map(viewOf), ended: ended.map(viewOf) };
    },
  };
}

function viewOf(row: ListedGrant): GrantView {
  return {
    id: row.id,
    toolName: row.tool_name,
    serverTitle: row.server_title,
    terms: termsOf(row),
    state: row.ended_by ?? (row.lapsed === 1 ? "lapsed" : "standing"),
    uses: row.uses,
    spent: row.budget_total === null ? null : amountOf(row.budget_spent),
    givenAt: row.given_at,
    givenIn: row.given_in === null ? null : { chatId: row.given_in, title: row.given_in_title ?? "" },
    lastUsedAt: row.last_used_at,
    endedAt: row.ended_at ?? (row.lapsed === 1 ? row.until : null),
  };
}
