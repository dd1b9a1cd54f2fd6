"use client";

import { useState } from "react";
import { useKept } from "#components/inbox/use-kept.ts";
import { keptNotify } from "./notify-hidden.tsx";
import { blocked } from "./push-here.ts";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { SwitchField } from "#components/ui/switch-field.tsx";

/** Notifications of a page that is open but hidden. The browser is asked for permission here and nowhere else. */
export function InThisBrowser() {
  const [kept, keep] = useKept(keptNotify);
  const [problem, setProblem] = useState<string | null>(null);
  const change = async (on: boolean) => {
    setProblem(null);
    if (!on) return keep(false);
    if (!("Notification" in window)) return setProblem("This browser cannot show notifications.");
    if ((await Notification.requestPermission()) === "granted") keep(true);
    else setProblem(blocked);
  };
  return (
    <div className="flex max-w-[38rem] flex-col gap-2">
      <SwitchField
        label="While a tab is open but hidden"
        hint="This browser shows a notification for every new card. A click opens that card."
        checked={kept}
        onChange={(on) => void change(on)}
      />
      <ProblemLine problem={problem} />
    </div>
  );
}
