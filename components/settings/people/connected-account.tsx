"use client";

import { useRouter } from "next/navigation";
import { Button } from "#components/ui/button.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import type { Ways } from "./self.ts";
import { useSay } from "#components/browser/speech.tsx";
import { peopleWords } from "#components/settings/people/words.en.ts";

/** Why the organisation's sign-in could not be connected; anything else is said in general. */
const refusals = {
  "connected-elsewhere": "connectedElsewhere",
  "connected-otherwise": "connectedOtherwise",
  "email-not-verified": "emailNotVerified",
  "domain-not-allowed": "domainNotAllowed",
  "connecting-ended": "connectingEnded",
} as const;

function isKnown(refused: string): refused is keyof typeof refusals {
  return Object.hasOwn(refusals, refused);
}

/**
 * Connects the organisation's sign-in with the person's account here; the same e-mail address alone never does that.
 */
export function ConnectedAccount({ ways, providerName }: { ways: Ways; providerName: string }) {
  const say = useSay(peopleWords);
  const router = useRouter();
  const { sending, problem, send } = useSending();
  const connect = async () => {
    const response = await send("POST", "/api/session/oidc/connect", {});
    // Our own server answers 200 with exactly this.
    if (response !== null) window.location.assign(((await response.json()) as { url: string }).url);
  };
  const disconnect = async () => {
    if ((await send("DELETE", "/api/session/oidc")) !== null) router.refresh();
  };
  const refused =
    ways.refused === null ? null : say(isKnown(ways.refused) ? refusals[ways.refused] : "itWasNotConnectedTry");
  const said = problem ?? (ways.provider ? null : refused);
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-small text-muted">
        {ways.provider
          ? say("youCanSignInThrough", { providerName })
          : say("connectProvidernameAndYouCan", { providerName })}
      </p>
      {ways.provider ? (
        ways.password ? (
          <Button disabled={sending} onClick={() => void disconnect()}>
            {say.rich("disconnectProvidername", { providerName })}
          </Button>
        ) : null
      ) : (
        <Button disabled={sending} onClick={() => void connect()}>
          {say.rich("connectProvidername", { providerName })}
        </Button>
      )}
      <ProblemLine large problem={said} />
    </div>
  );
}
