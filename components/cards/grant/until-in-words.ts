import { sayIn } from "#lib/words/say.ts";
import { english, localeOf, type Speech } from "#lib/words/speech.ts";
import { cardWords } from "#components/cards/words.en.ts";

/** When a grant ends, in the words of its sentence, by the clock of whoever reads it. `until` in Unix ms. */
export function untilInWords(
  until: number | null,
  now: number,
  speech: Speech = english,
  timeZone?: string,
): string | null {
  if (until === null) return null;
  const say = sayIn(speech, cardWords);
  const zone = timeZone === undefined ? {} : { timeZone };
  const locale = localeOf[speech.language];
  const time = new Intl.DateTimeFormat(locale, { ...zone, hour: "2-digit", minute: "2-digit" });
  const day = new Intl.DateTimeFormat(locale, { ...zone, day: "numeric", month: "short" });
  if (day.format(until) === day.format(now)) return say("untilTime", { time: time.format(until) });
  return say("untilDay", { day: day.format(until), time: time.format(until) });
}
