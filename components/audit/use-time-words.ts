import { localeOf } from "#lib/words/speech.ts";
import { useSay, useSpeech } from "#components/browser/speech.tsx";
import { auditWords } from "./words.en.ts";

const steps = [
  { least: 86_400_000, unit: "days" },
  { least: 3_600_000, unit: "hours" },
  { least: 60_000, unit: "minutes" },
] as const;

/** Says a stretch of time as people do: "4.0 s", "12 min". */
export function useTimeWords(): (ms: number) => string {
  const say = useSay(auditWords);
  const locale = localeOf[useSpeech().language];
  return (ms) => {
    const { least, unit } = steps.find((step) => ms >= step.least) ?? { least: 1_000, unit: "seconds" as const };
    const value = ms / least;
    const digits = value < 10 ? 1 : 0;
    const number = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    return say(unit, { value: number.format(value) });
  };
}
