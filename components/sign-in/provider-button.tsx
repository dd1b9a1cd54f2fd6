"use client";

import { useSending } from "#components/ui/use-sending.ts";
import { Button } from "#components/ui/button.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";

/** Goes to the organisation's sign-in, which sends people back. */
export function ProviderButton({ name }: { name: string }) {
  const { sending, problem, send } = useSending();
  const go = async () => {
    const response = await send("POST", "/api/session/oidc", {});
    // Our own server answers 200 with exactly this.
    if (response !== null) window.location.assign(((await response.json()) as { url: string }).url);
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
