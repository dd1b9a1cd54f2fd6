"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { request } from "#components/chat/http-chat-server.ts";

/**
 * What every address shows at first: an address that is opened proves nothing, so it holds nothing private. This page
 * then asks for itself, with its proof.
 */
export function Entering() {
  const router = useRouter();
  useEffect(() => {
    void returned().then((to) => {
      if (to === null) router.refresh();
      else window.location.replace(to);
    });
  }, [router]);
  return <title>Countersign</title>;
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
