"use client";

import { leavePush } from "#components/settings/notifications/push-here.ts";
import { Button } from "#components/ui/button.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import { useSay } from "#components/browser/speech.tsx";
import { peopleWords } from "#components/settings/people/words.en.ts";

/** Signs this browser out, or every one of this person. */
export function SignOut() {
  const say = useSay(peopleWords);
  const { sending, problem, send } = useSending();
  const signOut = async (query: string) => {
    await leavePush().catch((error: unknown) => console.error("This browser could not leave the list.", error));
    if ((await send("DELETE", `/api/session${query}`)) !== null) window.location.assign("/");
  };
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button disabled={sending} onClick={() => void signOut("")}>
          {say("signOut")}
        </Button>
        <Button disabled={sending} onClick={() => void signOut("?everywhere=true")}>
          {say("signOutEverywhere")}
        </Button>
      </div>
      <ProblemLine problem={problem} />
    </>
  );
}
