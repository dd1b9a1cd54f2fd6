"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { request } from "#components/browser/request.ts";
import { proof } from "./prove-every-request.ts";
import { Entrance } from "./entrance.tsx";

/**
 * What every address shows at first: an address that is opened proves nothing, so it holds nothing private. This page
 * then asks for itself, with its proof.
 */
export function Entering() {
  const router = useRouter();
  const [isBlocked, setBlocked] = useState(false);
  useEffect(() => {
    const enter = async () => {
      await proof();
      const to = await returned();
      if (to === null) router.refresh();
      else window.location.replace(to);
    };
    enter().catch((error: unknown) => {
      console.error("This browser keeps no data for this page.", error);
      setBlocked(true);
    });
  }, [router]);
  if (!isBlocked) return <title>Countersign</title>;
  return (
    <Entrance title="This browser keeps no data here" lead="Countersign needs it to know your browser again.">
      <p className="text-muted">Allow this site to keep data and cookies, then load the page again.</p>
    </Entrance>
  );
}

/** Whoever comes back from the organisation's sign-in: what they bring is sent on; resolves to where to go then. */
async function returned(): Promise<string | null> {
  const query = new URLSearchParams(window.location.hash.slice(1)).get("returned");
  if (query === null) return null;
  // Used up by being sent, so neither kept nor shared.
  window.history.replaceState(null, "", window.location.pathname);
  const response = await request("POST", "/api/session/oidc/return", { query }).catch(() => null);
  // Our own server answers 200 with exactly this.
  return response?.ok ? ((await response.json()) as { to: string }).to : "/?refused=refused-by-provider";
}
