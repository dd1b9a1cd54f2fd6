import type { SealedRecord } from "./chain.ts";
import type { SignedHead } from "./head.ts";

/** A sealed record, or a signed head, as one line of JSON. */
export function jsonLine(record: SealedRecord | SignedHead): string {
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

/** The same as a line of RFC 4180 for spreadsheets; empty for a signed head, which a spreadsheet does not need. */
export function csvLine(record: SealedRecord | SignedHead): string {
  if ("signature" in record) return "";
  return `${columns.map((column) => csvField(record[column])).join(",")}\r\n`;
}

/** A spreadsheet reads a text with such a start as a formula; an apostrophe makes it text. */
const formula = /^[=+\-@\t\r]/;

function csvField(value: string | number | null): string {
  if (value === null) return "";
  const text = typeof value === "string" && formula.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
