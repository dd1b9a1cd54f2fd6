"use client";

import Link from "next/link";
import { refusalOf, request } from "#components/browser/request.ts";
import { visibleText } from "#lib/untrusted/visible-text.ts";
import { Entrance } from "./entrance.tsx";
import { sayInTab, useSay } from "#components/browser/speech.tsx";
import { signInWords } from "#components/sign-in/words.en.ts";

/** How a sign-in to a remote tool server ended. */
export type ServerReturn = { title: string; goesOn: number } | { refused: string };

/** For people who come back from the sign-in to a tool server: sends on what they bring; null for everybody else. */
export async function serverReturn(): Promise<ServerReturn | null> {
  const query = new URLSearchParams(window.location.hash.slice(1)).get("signed-in");
  if (query === null) return null;
  // Used up once sent, so it is neither kept nor shared.
  window.history.replaceState(null, "", window.location.pathname);
  const response = await request("POST", "/api/servers/sign-in/return", { query }).catch(() => null);
  if (response === null) return { refused: sayInTab(signInWords)("appNotReached") };
  if (!response.ok) return { refused: await refusalOf(response) };
  // Our own server answers with exactly this.
  return (await response.json()) as ServerReturn;
}

/** What they see: this tab has done its work. */
export function ServerReturned({ outcome }: { outcome: ServerReturn }) {
  const say = useSay(signInWords);
  const isIn = "title" in outcome;
  const title = isIn ? say("youAreSignedInTo", { outcome: visibleText(outcome.title) }) : say("youAreNotSignedIn");
  const lead = isIn ? say("goesOn", { count: outcome.goesOn }) : outcome.refused;
  return (
    <Entrance title={title} lead={lead}>
      <p className="text-muted">
        {say.rich("youCanCloseThisTab", {
          link: (held) => (
            <Link prefetch={false} href="/tools" className="font-semibold text-accent underline underline-offset-4">
              {held}
            </Link>
          ),
        })}
      </p>
    </Entrance>
  );
}
