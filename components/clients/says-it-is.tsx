"use client";

import type { ClientSession } from "#lib/chat/client-session.ts";
import { oneLine } from "#lib/untrusted/one-line.ts";
import { useSay } from "#components/browser/speech.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { clientWords } from "./words.en.ts";

/** What a client calls itself, marked as its own words: nobody can check them. */
export function SaysItIs({ name, version }: Pick<ClientSession, "name" | "version">) {
  const say = useSay(clientWords);
  const named = [name, version]
    .filter((word) => word !== "")
    .map(oneLine)
    .join(" ");
  return say.rich("saysItIs", { named: <VisibleText text={named} /> });
}
