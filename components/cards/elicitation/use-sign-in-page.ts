"use client";

import { useState } from "react";
import { linkTarget, type LinkTarget } from "#lib/elicitation/link-target.ts";
import { refusalOf, request } from "#components/browser/request.ts";
import { useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

type Target = Exclude<LinkTarget, { refused: string }>;

/** The address where a person signs in to a server: asked for by a press, shown, and opened only by another. */
export function useSignInPage(serverId: string, approvalId?: string) {
  const say = useSay(cardWords);
  const [target, setTarget] = useState<Target | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    setProblem(null);
    const found = await addressOf(serverId, approvalId).catch(() => ({
      refused: say("theAppCouldNotBe"),
    }));
    setBusy(false);
    if ("refused" in found) setProblem(found.refused);
    else setTarget(found);
  };
  return { target, problem, busy, ask };
}

async function addressOf(server: string, approval: string | undefined): Promise<LinkTarget> {
  const response = await request("POST", "/api/servers/sign-in", {
    server,
    ...(approval !== undefined && { approval }),
  });
  if (!response.ok) return { refused: await refusalOf(response) };
  // Our own server answers with exactly this.
  return linkTarget(((await response.json()) as { page: string }).page);
}
