import type { Tool } from "#lib/gate/contract/tool.ts";
import { instructionsName } from "#lib/verdict/instructions-name.ts";
import { record } from "#lib/store/audit/record.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import type { ToolReviewRow } from "#lib/store/schema/schema.ts";
import { acceptDefinition, reviewsIn, toolSettingsIn, writeToolSettings } from "#lib/store/policies/tool-oversight.ts";
import { changeBy } from "./change-by.ts";
import { done, refused, type Outcome } from "./outcome.ts";
import type { ToolDeps } from "./change-tools.ts";
import type { Person } from "#lib/server/people/session.ts";

type Review = { person: Person; server: string; tools: { tool: string; fingerprint: string }[] };

/**
 * Accepts waiting definitions, each by the fingerprint that the person saw. A tool that ran without asking asks again
 * when another definition of it is accepted (row 18: settings after a new definition).
 */
export function reviewTools({ database, writtenTool }: ToolDeps, { person, server, tools }: Review): Promise<Outcome> {
  return changeBy(database, person, async (trx) => {
    const reviews = new Map((await reviewsIn(trx, server)).map((row) => [row.tool_name, row]));
    for (const { tool, fingerprint } of tools) {
      const review = reviews.get(tool);
      if (review?.waiting_json == null || review.waiting_fingerprint !== fingerprint) {
        const message = `${tool === instructionsName ? "What the server says" : `The definition of ${tool}`} is not what waits now. Look at it again.`;
        return refused("conflict", message);
      }
    }
    for (const { tool, fingerprint } of tools) {
      const review = reviews.get(tool);
      await acceptDefinition(database, trx, {
        server_id: server,
        tool_name: tool,
        fingerprint,
        definition_json: review?.waiting_json ?? "",
        reviewed_by: person.id,
      });
      const scope = { personId: person.id };
      await record(database, trx, scope, { kind: "tool-reviewed", server, tool, fingerprint, by: "person" });
      if (review?.fingerprint != null)
        await askAgain(database, trx, { person, server, tool, written: writtenTool(server, tool), review });
    }
    return done;
  });
}

type Again = { person: Person; server: string; tool: string; written: Tool | null; review: ToolReviewRow };

async function askAgain(database: Database, trx: Trx, { person, server, tool, written, review }: Again): Promise<void> {
  const row = await toolSettingsIn(trx, server, tool);
  const ranByItself = (row?.approval ?? written?.flag) === "never";
  if (!ranByItself || review.waiting_fingerprint === null) return;
  const unset = {
    server_id: server,
    tool_name: tool,
    prompt: null,
    risk: null,
    timeout_ms: null,
    who_json: null,
    exposure: null,
  };
  const { changed_at: _, ...former } = row ?? { ...unset, changed_at: 0 };
  // Other settings stay with the definition that they were made for: for the new one only what tightens counts.
  const fingerprint = row?.fingerprint ?? review.waiting_fingerprint;
  await writeToolSettings(database, trx, { ...former, approval: "always", fingerprint, changed_by: person.id });
  const event = {
    kind: "tool-setting-changed",
    server,
    tool,
    setting: "approval",
    from: "never",
    to: "always",
    lowers: false,
  } as const;
  await record(database, trx, { personId: person.id }, event);
}
