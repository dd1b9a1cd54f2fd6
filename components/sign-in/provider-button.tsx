"use client";

import { leavePage } from "./page-left.ts";
import { useSending } from "#components/ui/use-sending.ts";
import { Button } from "#components/ui/button.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";

/** Goes to the organisation's sign-in, which sends people back. */
export function ProviderButton({ name }: { name: string }) {
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
        Sign in with {name}
      </Button>
      <ProblemLine large problem={problem} />
    </>
  );
}
