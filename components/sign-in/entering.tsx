"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { request } from "#components/browser/request.ts";
import { proof } from "./prove-every-request.ts";
import { pageLeft } from "./page-left.ts";
import { Entrance } from "./entrance.tsx";
import { type ServerReturn, ServerReturned, serverReturn } from "./server-return.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { signInWords } from "#components/sign-in/words.en.ts";

/**
 * What every address shows at first: opening an address proves nothing, so this page holds nothing private. It then
 * requests the real page with the browser's proof.
 */
export function Entering() {
  const say = useSay(signInWords);
  const router = useRouter();
  const [isBlocked, setBlocked] = useState(false);
  const [outcome, setOutcome] = useState<ServerReturn | null>(null);
  useEffect(() => {
    const enter = async () => {
      await proof();
      const ended = await serverReturn();
      if (ended !== null) return setOutcome(ended);
      const to = await returned();
      if (to === null) router.refresh();
      else window.location.replace(to);
    };
    enter().catch((error: unknown) => {
      console.error("This browser keeps no data for this page.", error);
      setBlocked(true);
    });
  }, [router]);
  if (outcome !== null) return <ServerReturned outcome={outcome} />;
  if (!isBlocked) return <title>{say("countersign")}</title>;
  return (
    <Entrance title={say("thisBrowserKeepsNoData")} lead={say("countersignNeedsItToKnow")}>
      <p className="text-muted">{say("allowThisSiteToKeep")}</p>
    </Entrance>
  );
}

/** For people who come back from the organisation's sign-in: sends what they bring on; resolves to where to go then. */
async function returned(): Promise<string | null> {
  const query = new URLSearchParams(window.location.hash.slice(1)).get("returned");
  if (query === null) return null;
  // Used up once sent, so it is neither kept nor shared.
  window.history.replaceState(null, "", window.location.pathname);
  const response = await request("POST", "/api/session/oidc/return", { query }).catch(() => null);
  // Our own server answers 200 with exactly this.
  return pageLeft(response?.ok ? ((await response.json()) as { to: string }).to : "/?refused=refused-by-provider");
}
