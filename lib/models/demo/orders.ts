import type { JsonObject } from "#lib/untrusted/json.ts";
import type { Reader } from "./wish.ts";

const numbers = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const weekdays = "sunday monday tuesday wednesday thursday friday saturday".split(" ");

/** What was paid for the orders of the demo shop, in euros: what a refund without an amount pays back. */
const paid = new Map([
  ["1234", 249],
  ["1235", 59.5],
  ["1236", 119.9],
]);

/** Refunds of the demo shop and tables at the demo restaurant. */
export const orderRequests: Reader[] = [
  (text) => {
    if (!/^(?:process |issue |give |make )?(?:a |the )?refund\b/i.test(text)) return null;
    const reason = /\b(?:because(?: of)?|since|reason:?) (?<reason>[^]+)$/i.exec(text);
    const before = reason ? text.slice(0, reason.index) : text;
    const order = /\border (?:number )?#?(?<id>\d[\w-]*)/i.exec(before) ?? /(?:#|^refund )(?<id>\d{3,})/i.exec(before);
    const id = order?.groups?.["id"];
    if (!order || id === undefined) return null;
    const [amount, ...others] = before.replace(order[0], " ").match(/\d+(?:[.,]\d+)*/g) ?? [];
    // Without an amount everything is refunded, so an unknown number must not be ignored.
    if (others.length > 0 || (amount !== undefined && !/^\d+(?:[.,]\d{1,2})?$/.test(amount))) return null;
    const euros = amount === undefined ? paid.get(id) : Number(amount.replace(",", "."));
    if (euros === undefined) return null;
    const input: JsonObject = { order_id: id, amount: euros };
    if (reason?.groups?.["reason"]) input["reason"] = reason.groups["reason"];
    const what = amount === undefined ? `order ${id}` : `${amount} € of order ${id}`;
    return {
      tool: "process_refund",
      input,
      intent: `refund ${what}`,
      done: `Refunded ${what}.`,
      proof: /^Refunded /,
      shows: true,
    };
  },
  (text, { today }) => {
    if (!/^(?:book|reserve)(?: me| us)? (?:a |the )?table\b/i.test(text)) return null;
    const input: JsonObject = {};
    const size = partySize(text);
    const date = dateIn(text, today);
    const time = timeIn(text);
    const name =
      /\b(?:name of|under the name(?: of)?|under|name) (?<name>\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)*)/u.exec(text);
    if (size !== null) input["party_size"] = size;
    if (date !== null) input["date"] = date;
    if (time !== null) input["time"] = time;
    if (name?.groups?.["name"]) input["guest_name"] = name.groups["name"];
    return {
      tool: "book_table",
      input,
      intent: "book a table",
      done: "Booked a table.",
      proof: /^Booked /,
      shows: true,
    };
  },
];

function partySize(text: string): number | null {
  for (const [, said = ""] of text.toLowerCase().matchAll(/\bfor (\d{1,2}(?![\d:-])|[a-z]+)\b/g)) {
    if (/^\d+$/.test(said)) return Number(said);
    if (numbers.includes(said)) return numbers.indexOf(said) + 1;
  }
  return null;
}

function dateIn(text: string, today: Date): string | null {
  const iso = /\b\d{4}-\d{2}-\d{2}\b/.exec(text)?.[0];
  if (iso !== undefined) return iso;
  if (/\b(?:today|tonight)\b/i.test(text)) return isoDate(today, 0);
  if (/\btomorrow\b/i.test(text)) return isoDate(today, 1);
  const weekday = weekdays.findIndex((day) => new RegExp(`\\b${day}\\b`, "i").test(text));
  return weekday < 0 ? null : isoDate(today, ((weekday - today.getDay() + 6) % 7) + 1);
}

/** The day in the time zone of this machine, which is the person's. */
function isoDate(today: Date, daysLater: number): string {
  const day = new Date(today.getFullYear(), today.getMonth(), today.getDate() + daysLater, 12);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** Tables are for the evening: "at 7" is 19:00. */
function timeIn(text: string): string | null {
  const said = /\bat (?<hour>\d{1,2})(?::(?<minute>\d{2}))?\s*(?<half>am|pm)?\b/i.exec(text)?.groups;
  if (!said?.["hour"]) return null;
  const hour = Number(said["hour"]);
  const evening = hour < 12 && said["half"]?.toLowerCase() !== "am" ? hour + 12 : hour;
  return `${String(evening).padStart(2, "0")}:${said["minute"] ?? "00"}`;
}
