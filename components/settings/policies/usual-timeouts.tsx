"use client";

import { useRouter } from "next/navigation";
import type { FormEvent } from "react";
import { longestUsual, type UsualTimeouts } from "#lib/approvals/usual-timeout.ts";
import { useChange } from "#components/tools/use-change.tsx";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { policyWords } from "#components/settings/policies/words.en.ts";

/** How long cards wait where nothing was set for their tool. Key it by what the server says. */
export function UsualTimeoutsForm({ timeouts, mayChange }: { timeouts: UsualTimeouts; mayChange: boolean }) {
  const say = useSay(policyWords);
  const router = useRouter();
  const { change, busy, shown } = useChange(() => router.refresh());
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const body = { chatMinutes: Number(given.get("chatMinutes")), othersHours: Number(given.get("othersHours")) };
    void change({ method: "PUT", path: "/api/tools/timeouts", body });
  };
  const number = { type: "number", min: 1, required: true, readOnly: !mayChange } as const;
  return (
    <form onSubmit={save} className="flex flex-col gap-4">
      <TextField
        {...number}
        label={say("cardsInTheChatIn")}
        hint={say("cardsThatYouAnswerYourself")}
        name="chatMinutes"
        max={longestUsual.chatMinutes}
        defaultValue={timeouts.chatMinutes}
      />
      <TextField
        {...number}
        label={say("cardsThatOthersAnswerIn")}
        hint={say("reviewersFindThemInTheir")}
        name="othersHours"
        max={longestUsual.othersHours}
        defaultValue={timeouts.othersHours}
      />
      {shown}
      {mayChange ? (
        <Button type="submit" className="self-start" disabled={busy}>
          {say("save")}
        </Button>
      ) : null}
    </form>
  );
}
