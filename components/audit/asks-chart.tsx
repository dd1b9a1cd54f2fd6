import type { DayOfAsks } from "#lib/audit/attention.ts";
import { useSay } from "#components/browser/speech.tsx";
import { useDayName } from "./use-day-name.ts";
import { auditWords } from "./words.en.ts";

const kinds = [
  { key: "accepted", fill: "fill-green", chip: "bg-green" },
  { key: "declined", fill: "fill-red", chip: "bg-red" },
  { key: "unanswered", fill: "fill-line-strong", chip: "bg-line-strong" },
] as const;

const width = 20;
const height = 100;

/** How questions ended, and one bar for each day. The numbers also stand in the text, for people who cannot see bars. */
export function AsksChart({ days }: { days: DayOfAsks[] }) {
  const say = useSay(auditWords);
  const most = Math.max(1, ...days.map(totalOf));
  const total = days.reduce((sum, day) => sum + totalOf(day), 0);
  // One bar says nothing that the numbers do not.
  const isOneDay = days.length < 2;
  if (total === 0) return <p className="text-muted">{say("noQuestionWas")}</p>;
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-small text-muted">
        {kinds.map(({ key, chip }) => (
          <span key={key} className="inline-flex items-center gap-2">
            <span aria-hidden="true" className={`size-2.5 rounded-sm ${chip}`} />
            {say(key)} {days.reduce((sum, day) => sum + day[key], 0)}
          </span>
        ))}
        {isOneDay ? null : (
          <span className="ms-auto tabular-nums" aria-hidden="true">
            {say("atMostADay", { most })}
          </span>
        )}
      </figcaption>
      {isOneDay ? null : <Bars days={days} most={most} />}
    </figure>
  );
}

function Bars({ days, most }: { days: DayOfAsks[]; most: number }) {
  const say = useSay(auditWords);
  const nameOf = useDayName();
  const total = days.reduce((sum, day) => sum + totalOf(day), 0);
  const [first] = days;
  const last = days.at(-1);
  return (
    <>
      <svg
        role="img"
        aria-label={say("questionsEndedIn", { total, days: days.length, most })}
        viewBox={`0 0 ${days.length * width} ${height}`}
        preserveAspectRatio="none"
        className="h-32 w-full border-b border-line-strong"
      >
        {days.map((day, index) => (
          <Bar key={day.day} day={day} x={index * width} most={most} />
        ))}
      </svg>
      <p aria-hidden="true" className="flex justify-between text-fine text-muted tabular-nums">
        <span>{first === undefined ? "" : nameOf(first.day)}</span>
        <span>{last === undefined ? "" : nameOf(last.day)}</span>
      </p>
    </>
  );
}

function Bar({ day, x, most }: { day: DayOfAsks; x: number; most: number }) {
  const say = useSay(auditWords);
  const nameOf = useDayName();
  const bottoms = kinds.map((_, index) => kinds.slice(0, index).reduce((sum, { key }) => sum + day[key], 0));
  return (
    <g>
      <title>{`${nameOf(day.day)}: ${kinds.map(({ key }) => `${say(key)} ${day[key]}`).join(", ")}`}</title>
      {kinds.map(({ key, fill }, index) => {
        const tall = (day[key] / most) * height;
        const y = height - ((bottoms[index] ?? 0) / most) * height - tall;
        return <rect key={key} x={x + 2} y={y} width={width - 4} height={tall} className={fill} />;
      })}
    </g>
  );
}

function totalOf({ accepted, declined, unanswered }: DayOfAsks): number {
  return accepted + declined + unanswered;
}
