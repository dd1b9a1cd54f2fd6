import type { DayOfAsks } from "#lib/audit/attention.ts";
import { useSay } from "#components/browser/speech.tsx";
import { useDayName } from "./use-day-name.ts";
import { useTimeWords } from "./use-time-words.ts";
import { auditWords } from "./words.en.ts";

const height = 96;
const width = 20;
/**
 * Lines at round times, on a logarithmic scale. `top` is the place of each, because the CSP allows no styles in a page.
 */
const lines = [
  { ms: 1_000, key: "oneSecond", top: "top-[94.6%]" },
  { ms: 60_000, key: "oneMinute", top: "top-[62.5%]" },
  { ms: 3_600_000, key: "oneHour", top: "top-[30.4%]" },
  { ms: 86_400_000, key: "oneDay", top: "top-[5.4%]" },
] as const;
const [least, most] = [Math.log(500), Math.log(2 * 86_400_000)];

/** The median answer time of each day. One point a day, on a scale from a second to a day. */
export function AnswerTimesChart({ days }: { days: DayOfAsks[] }) {
  const say = useSay(auditWords);
  const timeWords = useTimeWords();
  const nameOf = useDayName();
  const answered = days.flatMap((day, index) => (day.medianMs === null ? [] : [{ ...day, ms: day.medianMs, index }]));
  if (answered.length < 2) return null;
  const slowest = Math.max(...answered.map(({ ms }) => ms));
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="text-small text-muted">{say("forEachDay")}</figcaption>
      <div className="relative pl-12">
        <svg
          role="img"
          aria-label={say("onDaysThereWere", { days: answered.length, time: timeWords(slowest) })}
          viewBox={`0 0 ${days.length * width} ${height}`}
          preserveAspectRatio="none"
          className="h-24 w-full border-b border-line-strong"
        >
          {lines.map(({ ms }) => (
            <line
              key={ms}
              x1={0}
              x2={days.length * width}
              y1={heightOf(ms)}
              y2={heightOf(ms)}
              className="stroke-line"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {answered.map(({ day, ms, index }) => (
            <rect
              key={day}
              x={index * width + 4}
              y={heightOf(ms) - 3}
              width={width - 8}
              height={6}
              className="fill-accent"
            >
              <title>{`${nameOf(day)}: ${timeWords(ms)}`}</title>
            </rect>
          ))}
        </svg>
        {lines.map(({ ms, key, top }) => (
          <span key={ms} aria-hidden="true" className={`absolute left-0 -translate-y-1/2 text-fine text-muted ${top}`}>
            {say(key)}
          </span>
        ))}
      </div>
    </figure>
  );
}

function heightOf(ms: number): number {
  const share = (Math.log(Math.max(ms, 1)) - least) / (most - least);
  return height - Math.min(1, Math.max(0, share)) * height;
}
