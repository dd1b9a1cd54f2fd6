import { type PreviewSetting, previewWords } from "#lib/approvals/preview/preview-setting.ts";
import type { UsualTimeouts } from "#lib/approvals/usual-timeout.ts";
import type { Who } from "#lib/people/who.ts";
import { answerers, type Oversight as Watched, lowerings } from "#lib/policies/changes/oversight.ts";
import { may } from "#lib/people/may.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";
import { exposureWords, type Exposure } from "#lib/verdict/exposure.ts";
import type { Risk } from "#lib/verdict/risk.ts";
import type { ApprovalFlag } from "#lib/verdict/verdict.ts";
import { record } from "#lib/store/audit/record.ts";
import { countMade } from "#lib/store/people/person-counts.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import type { ToolSettingsRow } from "#lib/store/schema/schema.ts";
import {
  deleteToolSettings,
  toolSettingsIn,
  writeToolSettings,
  usualTimeoutsIn,
  writeUsualTimeouts,
} from "#lib/store/policies/tool-oversight.ts";
import { changeBy } from "./change-by.ts";
import { askToConfirm, done, refused, type Outcome } from "./outcome.ts";
import type { Person } from "#lib/server/people/session.ts";
import { withSettings } from "./tools-in-force.ts";

/** Settings of a tool in the app; null: as the file says. */
export type ToolChanges = {
  approval?: ApprovalFlag | null | undefined;
  prompt?: string | null | undefined;
  risk?: Risk | null | undefined;
  timeoutMs?: number | null | undefined;
  who?: Who | null | undefined;
  exposure?: Exposure | null | undefined;
  preview?: PreviewSetting | null | undefined;
};

export type ToolDeps = {
  database: Database;
  /** A tool as its file or its own code defines it, accepted or not; null when there is none. */
  writtenTool: (serverId: string, name: string) => Tool | null;
};

type Change = { person: Person; server: string; tool: string; changes: ToolChanges; confirm?: string | undefined };

/**
 * Changes the settings of a tool in the app. Tightening takes effect at once. What lowers its protection (S0.7:
 * lowering is asked about) must repeat the sentence that says so in `confirm`, and needs somebody who may loosen
 * (THREATS H9).
 */
export function changeTool({ database, writtenTool }: ToolDeps, change: Change): Promise<Outcome> {
  const written = writtenTool(change.server, change.tool);
  if (written === null) {
    const message = "This tool is not there at the moment. Wait until its server is connected, then try again.";
    return Promise.resolve(refused("not-found", message));
  }
  return changeBy(database, change.person, async (trx) => {
    const row = (await toolSettingsIn(trx, change.server, change.tool)) ?? null;
    const timeouts = await usualTimeoutsIn(trx);
    const before = withSettings(written, row, timeouts);
    const next = rowWith(written, row, before, change);
    const after = withSettings(written, next, timeouts);
    const lowered = lowerings(change.tool, watched(before), watched(after));
    if (lowered.length > 0) {
      if (!may(change.person.role, "loosen-tools"))
        return refused(
          "forbidden",
          "Only an owner lowers the protection of a tool, offers it in more places, or says what its cards ask.",
        );
      if (change.confirm !== lowered.join(" ")) return askToConfirm(lowered);
    }
    await writeOrForget(database, trx, next);
    await recordChanges(database, trx, change, { before, after });
    return done;
  });
}

/** Settings made for a former definition are stored as what is in force of them now. */
function rowWith(
  written: Tool,
  row: ToolSettingsRow | null,
  before: Tool,
  { person, server, tool, changes }: Change,
): Omit<ToolSettingsRow, "changed_at"> {
  const given = <Value>(value: Value | undefined, former: Value): Value => (value === undefined ? former : value);
  const kept = row?.who_json == null ? null : before.who;
  const who = given(changes.who, kept);
  return {
    server_id: server,
    tool_name: tool,
    fingerprint: written.fingerprint,
    approval: given(changes.approval, row?.approval == null ? null : before.flag),
    prompt: given(changes.prompt, row?.prompt ?? null),
    risk: given(changes.risk, row?.risk == null ? null : before.risk),
    timeout_ms: given(changes.timeoutMs, row?.timeout_ms ?? null),
    who_json: who === null ? null : JSON.stringify(who),
    exposure: given(changes.exposure, row?.exposure == null ? null : before.exposure),
    preview_json:
      changes.preview == null ? given(changes.preview, row?.preview_json ?? null) : JSON.stringify(changes.preview),
    changed_by: person.id,
  };
}

async function writeOrForget(database: Database, trx: Trx, row: Omit<ToolSettingsRow, "changed_at">): Promise<void> {
  const { approval, prompt, risk, timeout_ms, who_json, exposure, preview_json } = row;
  const isEmpty = [approval, prompt, risk, timeout_ms, who_json, exposure, preview_json].every(
    (value) => value === null,
  );
  if (isEmpty) await deleteToolSettings(trx, row.server_id, row.tool_name);
  // The database clock sets the time.
  else await writeToolSettings(database, trx, row);
}

function watched({ flag, risk, who, prompt, exposure, preview = null }: Tool): Watched {
  return { approval: flag, risk, who, prompt, exposure, preview };
}

async function recordChanges(
  database: Database,
  trx: Trx,
  { person, server, tool }: Change,
  { before, after }: { before: Tool; after: Tool },
): Promise<void> {
  const words = (of: Tool) =>
    ({
      approval: of.flag,
      prompt: of.prompt === null ? "the usual one" : `“${of.prompt}”`,
      risk: String(of.risk),
      timeout: `${Math.round(of.timeoutMs / 1000)} seconds`,
      who: answerers(of.who),
      exposure: exposureWords[of.exposure],
      preview: previewWords(of.preview ?? null),
    }) as const;
  const [from, to] = [words(before), words(after)];
  const settings = ["approval", "prompt", "risk", "timeout", "who", "exposure", "preview"] as const;
  const changed = settings.filter((setting) => from[setting] !== to[setting]);
  const [was, is] = [watched(before), watched(after)];
  const loosened = {
    approval: lowerings(tool, was, { ...was, approval: is.approval }).length > 0,
    risk: lowerings(tool, was, { ...was, risk: is.risk }).length > 0,
    who: lowerings(tool, was, { ...was, who: is.who }).length > 0,
    exposure: lowerings(tool, was, { ...was, exposure: is.exposure }).length > 0,
    prompt: was.prompt !== is.prompt,
    preview: true,
    timeout: false,
  };
  // All else gets stricter step by step, or is the owner's.
  if (changed.includes("timeout")) await countMade(database, trx, person.id);
  for (const setting of changed) {
    const lowers = loosened[setting];
    const event = {
      kind: "tool-setting-changed",
      server,
      tool,
      setting,
      from: from[setting],
      to: to[setting],
      lowers,
    } as const;
    await record(database, trx, { personId: person.id }, event);
  }
}

type TimeoutsChange = { person: Person; timeouts: UsualTimeouts };

/** Sets how long questions stay open about tools for which nothing was set. Cards that are open keep their time. */
export function setUsualTimeouts(database: Database, { person, timeouts: to }: TimeoutsChange): Promise<Outcome> {
  return changeBy(database, person, async (trx) => {
    const from = await usualTimeoutsIn(trx);
    if (to.chatMinutes === from.chatMinutes && to.othersHours === from.othersHours) return done;
    await countMade(database, trx, person.id);
    await writeUsualTimeouts(trx, to);
    await record(database, trx, { personId: person.id }, { kind: "usual-timeouts-set", from, to });
    return done;
  });
}
