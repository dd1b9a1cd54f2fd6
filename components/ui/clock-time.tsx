"use client";

import { useState, useSyncExternalStore } from "react";
import { localeOf } from "#lib/words/speech.ts";
import { useSpeech } from "#components/browser/speech.tsx";

/** A moment as the reader's own clock shows it: "14:03", with the date when it is not today. `at` is Unix ms. */
export function ClockTime({ at }: { at: number }) {
  // The server does not know the reader's time zone: it draws UTC, and the browser corrects it when it takes over.
  const inBrowser = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  const locale = localeOf[useSpeech().language];
  const [now] = useState(() => Date.now());
  const zone = inBrowser ? {} : { timeZone: "UTC" };
  const time = new Intl.DateTimeFormat(locale, { ...zone, hour: "2-digit", minute: "2-digit" });
  const day = new Intl.DateTimeFormat(locale, { ...zone, day: "numeric", month: "short" });
  const isToday = !inBrowser || day.format(at) === day.format(now);
  return (
    <time dateTime={new Date(at).toISOString()} className="whitespace-nowrap tabular-nums">
      {isToday ? time.format(at) : `${day.format(at)}, ${time.format(at)}`}
    </time>
  );
}
