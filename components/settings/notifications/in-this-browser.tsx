"use client";

import { useState } from "react";
import { useKept } from "#components/inbox/use-kept.ts";
import { keptNotify } from "./notify-hidden.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { SwitchField } from "#components/ui/switch-field.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { notificationWords } from "#components/settings/notifications/words.en.ts";

/** Notifications of a page that is open but hidden. The browser is asked for permission here and nowhere else. */
export function InThisBrowser() {
  const say = useSay(notificationWords);
  const [kept, keep] = useKept(keptNotify);
  const [problem, setProblem] = useState<string | null>(null);
  const change = async (on: boolean) => {
    setProblem(null);
    if (!on) return keep(false);
    if (!("Notification" in window)) return setProblem(say("thisBrowserCannotShowNotifications"));
    if ((await Notification.requestPermission()) === "granted") keep(true);
    else setProblem(say("blocked"));
  };
  return (
    <div className="flex max-w-[38rem] flex-col gap-2">
      <SwitchField
        label={say("whileATabIsOpen")}
        hint={say("thisBrowserShowsANotification")}
        checked={kept}
        onChange={(on) => void change(on)}
      />
      <ProblemLine problem={problem} />
    </div>
  );
}
