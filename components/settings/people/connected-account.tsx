"use client";

import { useRouter } from "next/navigation";
import { Button } from "#components/ui/button.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import type { Ways } from "./self.ts";

/** Why the organisation's sign-in could not be connected; anything else is said in general. */
const refusals: Record<string, string> = {
  "connected-elsewhere": "This account of your organisation is connected with somebody else here.",
  "connected-otherwise": "Another account of your organisation is connected with yours already. Disconnect that first.",
  "email-not-verified": "Your organisation has not verified that account's e-mail address, so it cannot be used here.",
  "domain-not-allowed": "That account's e-mail address is not of a domain that may come in here.",
  "connecting-ended": "It took too long, or you signed out meanwhile. Try it again.",
};

/**
 * Connects the organisation's sign-in with the person's account here; the same e-mail address alone never does that.
 */
export function ConnectedAccount({ ways, providerName }: { ways: Ways; providerName: string }) {
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
  const refused = ways.refused === null ? null : (refusals[ways.refused] ?? "It was not connected. Try it again.");
  const said = problem ?? (ways.provider ? null : refused);
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-small text-muted">
        {ways.provider
          ? `You can sign in through ${providerName}.`
          : `Connect ${providerName}, and you can sign in through it too, to this same account.`}
      </p>
      {ways.provider ? (
        ways.password ? (
          <Button disabled={sending} onClick={() => void disconnect()}>
            Disconnect {providerName}
          </Button>
        ) : null
      ) : (
        <Button disabled={sending} onClick={() => void connect()}>
          Connect {providerName}
        </Button>
      )}
      <ProblemLine large problem={said} />
    </div>
  );
}
