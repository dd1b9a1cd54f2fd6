import { shippedTimeouts, type UsualTimeouts, usualTimeoutMs } from "#lib/approvals/usual-timeout.ts";
import type { PreviewSetting } from "#lib/approvals/preview/preview-setting.ts";
import type { Who } from "#lib/people/who.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";
import type { OversightSource } from "#lib/mcp/servers/inspected-server.ts";
import { isLooserWho, stricterFlag } from "#lib/policies/changes/oversight.ts";
import { isWiderExposure } from "#lib/verdict/exposure.ts";
import type { ApprovalFlag } from "#lib/verdict/verdict.ts";
import type { ToolReviewRow, ToolSettingsRow } from "#lib/store/schema/schema.ts";
import { usualMostRisk, type OversightRows } from "#lib/store/policies/tool-oversight.ts";

/** The source of a setting that was made in the app, in words. */
export const pageSource = "the tools page";

/** All decisions about tools, as this process last read them. */
export class ToolsInForce implements OversightSource {
  #rows: OversightRows = {
    version: -1,
    mostRisk: usualMostRisk,
    timeouts: shippedTimeouts,
    servers: [],
    consents: [],
    settings: [],
    reviews: [],
  };
  #settings = new Map<string, ToolSettingsRow>();
  #reviews = new Map<string, ToolReviewRow>();

  get rows(): OversightRows {
    return this.#rows;
  }

  take(rows: OversightRows): void {
    this.#rows = rows;
    this.#settings = new Map(rows.settings.map((row) => [keyOf(row.server_id, row.tool_name), row]));
    this.#reviews = new Map(rows.reviews.map((row) => [keyOf(row.server_id, row.tool_name), row]));
  }

  settingsOf(serverId: string, tool: string): ToolSettingsRow | null {
    return this.#settings.get(keyOf(serverId, tool)) ?? null;
  }

  reviewOf(serverId: string, tool: string): ToolReviewRow | null {
    return this.#reviews.get(keyOf(serverId, tool)) ?? null;
  }

  inForce = (tool: Tool): Tool => withSettings(tool, this.settingsOf(tool.server.id, tool.name), this.#rows.timeouts);

  isAccepted = (serverId: string, { name, fingerprint }: { name: string; fingerprint: string }): boolean =>
    this.reviewOf(serverId, name)?.fingerprint === fingerprint;

  isRejected(serverId: string, { name, fingerprint }: { name: string; fingerprint: string }): boolean {
    const review = this.reviewOf(serverId, name);
    return review !== null && review.rejected_by !== null && review.waiting_fingerprint === fingerprint;
  }
}

/**
 * A tool with its settings of the app. What loosens was set for one definition of the tool and counts for no other:
 * when the definition changes, a tool that ran by itself asks again (row 18: settings after a new definition).
 */
export function withSettings(
  written: Tool,
  set: Omit<ToolSettingsRow, "changed_at"> | null,
  timeouts = shippedTimeouts,
): Tool {
  if (set === null) {
    const timeoutMs = usualOf(written, timeouts);
    return timeoutMs === written.timeoutMs ? written : { ...written, timeoutMs };
  }
  const tool = { ...written };
  const isSameTool = set.fingerprint === written.fingerprint;
  if (set.approval !== null) {
    tool.flag = isSameTool ? set.approval : flagOfChanged(set.approval, written.flag);
    tool.flagSource = pageSource;
  }
  if (set.risk !== null && (isSameTool || set.risk > written.risk)) {
    tool.risk = set.risk;
    tool.riskSource = pageSource;
  }
  if (set.prompt !== null) tool.prompt = set.prompt;
  // This app wrote it, from a checked value.
  const who = set.who_json === null ? null : (JSON.parse(set.who_json) as Who);
  if (who !== null && (isSameTool || !isLooserWho(who, written.who))) tool.who = who;
  if (set.exposure !== null && (isSameTool || !isWiderExposure(set.exposure, written.exposure))) {
    tool.exposure = set.exposure;
  }
  // This app wrote it, from a checked value.
  if (set.preview_json !== null) tool.preview = JSON.parse(set.preview_json) as PreviewSetting;
  // Other answerers get their usual time, unless the owner set one.
  tool.timeoutMs = set.timeout_ms ?? usualOf(tool, timeouts);
  return tool;
}

/** How long its questions stay open without a setting of the app. */
export function usualOf({ timeoutIsUsual, timeoutMs, who }: Tool, timeouts: UsualTimeouts): number {
  return timeoutIsUsual === true ? usualTimeoutMs(who, timeouts) : timeoutMs;
}

function flagOfChanged(set: ApprovalFlag, written: ApprovalFlag): ApprovalFlag {
  return set === "never" ? "always" : stricterFlag(set, written);
}

function keyOf(serverId: string, tool: string): string {
  return JSON.stringify([serverId, tool]);
}
