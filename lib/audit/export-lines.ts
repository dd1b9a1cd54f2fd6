import type { SealedRecord } from "./chain.ts";

/** A sealed record as one line of JSON. */
export function jsonLine(record: SealedRecord): string {
  return `${JSON.stringify(record)}\n`;
}

const columns = [
  "position",
  "hash",
  "seq",
  "at",
  "kind",
  "person",
  "chat",
  "run",
  "call",
  "approval",
  "detail",
] as const;

export const csvHeader = `${columns.join(",")}\r\n`;

/** The same as a line of RFC 4180, which spreadsheets read. */
export function csvLine(record: SealedRecord): string {
  return `${columns.map((column) => csvField(record[column])).join(",")}\r\n`;
}

/** A spreadsheet takes what begins like this for a formula and computes it; an apostrophe makes it text. */
const formula = /^[=+\-@\t\r]/;

function csvField(value: string | number | null): string {
  if (value === null) return "";
  const text = typeof value === "string" && formula.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
