import { isAppName } from "#lib/apps/ui-of-tool.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";
import { instructionsName } from "#lib/verdict/instructions-name.ts";
import { record } from "#lib/store/audit/record.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import type { ToolReviewRow, ToolSettingsRow } from "#lib/store/schema/schema.ts";
import {
  acceptDefinition,
  rejectDefinition,
  reviewsIn,
  toolSettingsIn,
  writeToolSettings,
} from "#lib/store/policies/tool-oversight.ts";
import { asksByDefault } from "#lib/gate/contract/asks-by-default.ts";
import { changeBy } from "./change-by.ts";
import { done, refused, type Outcome } from "./outcome.ts";
import type { ToolDeps } from "./change-tools.ts";
import { withSettings } from "./tools-in-force.ts";
import type { Person } from "#lib/server/people/session.ts";

type Review = {
  person: Person;
  server: string;
  tools: { tool: string; fingerprint: string }[];
  /** `accept-asking`: what would run without asking asks every time. Accepting where nothing is said. */
  answer?: "accept" | "accept-asking" | "reject" | undefined;
};

/**
 * Accepts or rejects waiting definitions, each by the fingerprint that the person saw. A tool that ran without asking asks again
 * when another definition of it is accepted (row 18: settings after a new definition).
 */
export function reviewTools(
  { database, writtenTool }: ToolDeps,
  { person, server, tools, answer = "accept" }: Review,
): Promise<Outcome> {
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
      const scope = { personId: person.id };
      if (answer === "reject") {
        if (review?.rejected_by != null) continue;
        await rejectDefinition(trx, { server_id: server, tool_name: tool, rejected_by: person.id });
        await record(database, trx, scope, { kind: "tool-rejected", server, tool, fingerprint });
        continue;
      }
      await acceptDefinition(database, trx, {
        server_id: server,
        tool_name: tool,
        fingerprint,
        definition_json: review?.waiting_json ?? "",
        reviewed_by: person.id,
      });
      await record(database, trx, scope, { kind: "tool-reviewed", server, tool, fingerprint, by: "person" });
      const written = writtenTool(server, tool);
      if (review !== undefined && (review.fingerprint !== null || answer === "accept-asking"))
        await askAgain(database, trx, { person, server, tool, written, review, always: answer === "accept-asking" });
    }
    return done;
  });
}

type Again = { person: Person; server: string; tool: string; written: Tool | null; review: ToolReviewRow } & {
  /** Makes it ask every time, whatever it would run by. */
  always: boolean;
};

/** False also where the server is down, or offers another definition by now: then nobody can say. */
function isKnownToAsk({ tool, written, review }: Again, row: ToolSettingsRow | null): boolean {
  // The instructions of a server are no tool, and neither are its apps: they never run.
  if (tool === instructionsName || isAppName(tool)) return true;
  const isLive = written !== null && written.fingerprint === review.waiting_fingerprint;
  return isLive && asksByDefault(withSettings(written, row));
}

/** A tool that may run without asking asks every time from now on. */
async function askAgain(database: Database, trx: Trx, again: Again): Promise<void> {
  const { person, server, tool, written, review, always } = again;
  const row = await toolSettingsIn(trx, server, tool);
  const flag = row?.approval ?? written?.flag ?? "inherit";
  const mayBeSilent = flag === "never" || (always && !isKnownToAsk(again, row ?? null));
  if (!mayBeSilent || review.waiting_fingerprint === null) return;
  const unset = {
    server_id: server,
    tool_name: tool,
    prompt: null,
    risk: null,
    timeout_ms: null,
    who_json: null,
    exposure: null,
    preview_json: null,
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
    from: flag,
    to: "always",
    lowers: false,
  } as const;
  await record(database, trx, { personId: person.id }, event);
}
