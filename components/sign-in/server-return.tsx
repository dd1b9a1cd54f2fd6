"use client";

import Link from "next/link";
import { refusalOf, request } from "#components/browser/request.ts";
import { visibleText } from "#lib/untrusted/visible-text.ts";
import { Entrance } from "./entrance.tsx";

/** How a sign-in to a remote tool server ended. */
export type ServerReturn = { title: string; goesOn: number } | { refused: string };

/** For people who come back from the sign-in to a tool server: sends on what they bring; null for everybody else. */
export async function serverReturn(): Promise<ServerReturn | null> {
  const query = new URLSearchParams(window.location.hash.slice(1)).get("signed-in");
  if (query === null) return null;
  // Used up once sent, so it is neither kept nor shared.
  window.history.replaceState(null, "", window.location.pathname);
  const response = await request("POST", "/api/servers/sign-in/return", { query }).catch(() => null);
  if (response === null) return { refused: "The app could not be reached. Sign in again." };
  if (!response.ok) return { refused: await refusalOf(response) };
  // Our own server answers with exactly this.
  return (await response.json()) as ServerReturn;
}

/** What they see: this tab has done its work. */
export function ServerReturned({ outcome }: { outcome: ServerReturn }) {
  const isIn = "title" in outcome;
  const title = isIn ? `You are signed in to ${visibleText(outcome.title)}` : "You are not signed in";
  const lead = isIn ? goesOnWords(outcome.goesOn) : outcome.refused;
  return (
    <Entrance title={title} lead={lead}>
      <p className="text-muted">
        You can close this tab, or{" "}
        <Link prefetch={false} href="/tools" className="font-semibold text-accent underline underline-offset-4">
          go to the tools
        </Link>
        .
      </p>
    </Entrance>
  );
}

function goesOnWords(count: number): string {
  if (count === 0) return "Its tools can be used now.";
  return count === 1 ? "The call that waited for it goes on." : `${count} calls that waited for it go on.`;
}
