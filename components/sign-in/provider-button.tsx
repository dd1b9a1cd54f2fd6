"use client";

import { leavePage } from "./page-left.ts";
import { useSending } from "#components/ui/use-sending.ts";
import { Button } from "#components/ui/button.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { signInWords } from "#components/sign-in/words.en.ts";

/** Goes to the organisation's sign-in, which sends people back. */
export function ProviderButton({ name }: { name: string }) {
  const say = useSay(signInWords);
  const { sending, problem, send } = useSending();
  const go = async () => {
    const response = await send("POST", "/api/session/oidc", {});
    if (response === null) return;
    // Our own server answers 200 with exactly this.
    const { url } = (await response.json()) as { url: string };
    leavePage();
    window.location.assign(url);
  };
  return (
    <>
      <Button disabled={sending} onClick={() => void go()}>
        {say.rich("signInWithName", { name })}
      </Button>
      <ProblemLine large problem={problem} />
    </>
  );
}
