import type { LogLevel } from "#lib/server/settings/env.ts";

type Detail = Record<string, unknown>;

/** Writes one JSON object per line. `event` is a noun, a dot, and what happened to it: "request.failed". */
export type Log = { [Level in Exclude<LogLevel, "silent">]: (event: string, detail?: Detail) => void };

const order: readonly LogLevel[] = ["silent", "error", "warn", "info", "debug"];

/** Writes everything up to `level`. Errors appear with stack and causes; no text can break out of its line. */
export function logger(level: LogLevel, write: (line: string) => void): Log {
  const at =
    (own: LogLevel) =>
    (event: string, detail: Detail = {}) => {
      if (order.indexOf(own) > order.indexOf(level)) return;
      const entry = { at: new Date().toISOString(), level: own, event, ...detail };
      write(`${escapeHidden(JSON.stringify(entry, (_key, value: unknown) => readable(value)))}\n`);
    };
  return { error: at("error"), warn: at("warn"), info: at("info"), debug: at("debug") };
}

/** Whoever sends a text chooses how long it is; no line needs more of it. */
const longestText = 4_000;

function readable(value: unknown): unknown {
  if (typeof value === "string" && value.length > longestText)
    return `${value.slice(0, longestText).toWellFormed()}… (${value.length} characters)`;
  if (typeof value === "bigint") return String(value);
  if (!(value instanceof Error)) return value;
  return { name: value.name, message: value.message, stack: value.stack, cause: value.cause };
}

/**
 * JSON escapes few hidden characters; terminals and log viewers obey them, and readers miss them (THREATS C2, C5:
 * control characters).
 */
function escapeHidden(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu, (character) =>
    Array.from({ length: character.length }, (_, at) => escapeOf(character.charCodeAt(at))).join(""),
  );
}

function escapeOf(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}
