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

/**
 * A spreadsheet reads a text with such a start as a formula; an apostrophe makes it text. In many languages it parts
 * cells by semicolons, and then minds no quotes that begin within a cell.
 */
const formula = /(^|[;\r\n])(?=[^\S\r\n]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])|^(?=[\t\r])/g;

function csvField(value: string | number | null): string {
  if (value === null) return "";
  const text = typeof value === "string" ? plain(value) : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** JSON can write a semicolon in another way and says the same. */
function plain(text: string): string {
  return text.startsWith("{") ? text.replaceAll(";", "\\u003b") : text.replaceAll(formula, "$1'");
}
