import { localeOf } from "#lib/words/speech.ts";
import { useSpeech } from "#components/browser/speech.tsx";

const msOfDay = 24 * 60 * 60 * 1000;

/** Names a day, which is counted from the first of 1970: "3 Jan". */
export function useDayName(): (day: number) => string {
  const date = new Intl.DateTimeFormat(localeOf[useSpeech().language], {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
  return (day) => date.format(day * msOfDay);
}
