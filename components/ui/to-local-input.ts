/** What a date-time input shows for an instant: the reader's local time without an offset. Empty when it is no date. */
export function toLocalInput(instant: string): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? "" : localText(date);
}

/** A local time as typed, with the offset that holds on that day: `2026-03-01T14:03:00+01:00`. Null when it is no date. */
export function withOffset(local: string): string | null {
  const date = new Date(local);
  if (Number.isNaN(date.getTime())) return null;
  const offset = -date.getTimezoneOffset();
  const sign = offset < 0 ? "-" : "+";
  const minutes = Math.abs(offset);
  // Written from the date, not from the text: an hour that a clock change skips does not exist as typed.
  const text = localText(date);
  const withSeconds = text.length === 16 ? `${text}:00` : text;
  return `${withSeconds}${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function localText(date: Date): string {
  const day = `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
  return `${day}T${time}${date.getSeconds() === 0 ? "" : `:${two(date.getSeconds())}`}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
