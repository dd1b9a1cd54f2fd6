import type { Mask } from "#lib/audit/mask.ts";

const longest = 1_000;
/** Longer than what is kept: much space counts as little. */
const longestRead = 10_000;
const levels = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

type Said = { level?: unknown; logger?: unknown; data?: unknown };

/** What a server logs (`notifications/message`), as one line without its secrets. */
export function logLine({ level, logger, data }: Said, mask: Mask): string {
  const said = typeof data === "string" ? data : JSON.stringify(data ?? null);
  const by = typeof logger === "string" && logger !== "" ? `${mask.head(logger, 100)}: ` : "";
  const known = levels.find((each) => each === level) ?? "log";
  const line = `${known} ${by}${mask.head(said, longestRead)}`.replaceAll(/\s+/g, " ");
  return line.slice(0, longest).toWellFormed();
}
