"use client";

import { useEffect, useState } from "react";
import { Rosette } from "#components/ui/rosette.tsx";
import { Button } from "#components/ui/button.tsx";
import { refusalOf, request } from "#components/browser/request.ts";
import { sayInTab, useSay } from "#components/browser/speech.tsx";
import { signInWords } from "#components/sign-in/words.en.ts";
import { uiWords } from "#components/ui/words.en.ts";

type Standing = { kind: "asking" } | { kind: "needs-link"; message: string } | { kind: "failed"; message: string };

/** Shown to a browser without a session: takes the instance, or uses the one-time link it was opened with. */
export function Claim() {
  const say = useSay(signInWords);
  const [standing, setStanding] = useState<Standing>({ kind: "asking" });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let current = true;
    void claim(keyInAddress()).then((result) => {
      if (!current) return;
      if (result === "claimed") window.location.reload();
      else setStanding(result);
    });
    // A link opened in the tab that just asked for one changes the fragment only, so the page does not load anew.
    const retry = () => setAttempt(attempt + 1);
    window.addEventListener("hashchange", retry);
    return () => {
      current = false;
      window.removeEventListener("hashchange", retry);
    };
  }, [attempt]);

  return (
    <main className="mx-auto flex min-h-dvh max-w-[34rem] flex-col justify-center gap-5 px-6">
      <title>{say("countersign")}</title>
      <Rosette
        weave="fine"
        className={`size-16 text-accent ${standing.kind === "asking" ? "animate-[spin_6s_linear_infinite]" : ""}`}
      />
      <h1 className="font-serif text-display text-balance">{say(headlines[standing.kind])}</h1>
      {standing.kind === "needs-link" ? (
        <>
          <p className="text-large text-muted">{standing.message}</p>
          <p className="text-muted">
            {say.rich("toGetALinkRun", {
              code: (held) => <code className="font-mono text-small text-ink">{held}</code>,
            })}
          </p>
        </>
      ) : null}
      {standing.kind === "failed" ? (
        <>
          <p role="alert" className="text-large text-muted">
            {standing.message}
          </p>
          <p>
            <Button
              look="primary"
              onClick={() => {
                setStanding({ kind: "asking" });
                setAttempt(attempt + 1);
              }}
            >
              {say("tryAgain")}
            </Button>
          </p>
        </>
      ) : null}
    </main>
  );
}

const headlines = {
  asking: "openingCountersign",
  "needs-link": "needsALink",
  failed: "couldNotBeOpened",
} as const satisfies { [Kind in Standing["kind"]]: string };

/** One claim per page: React runs effects twice in development, and a link works only once. */
let claiming: { key: string | null; result: Promise<"claimed" | Standing> } | null = null;

function claim(key: string | null): Promise<"claimed" | Standing> {
  if (claiming === null || (key !== null && claiming.key !== key)) claiming = { key, result: ask(key) };
  const { result } = claiming;
  void result.then((standing) => {
    if (standing !== "claimed" && standing.kind === "failed") claiming = null;
  });
  return result;
}

async function ask(key: string | null): Promise<"claimed" | Standing> {
  try {
    const response = await request("POST", "/api/session", key === null ? {} : { key });
    if (response.ok) return "claimed";
    const message = await refusalOf(response);
    return { kind: response.status === 401 ? "needs-link" : "failed", message };
  } catch (error) {
    console.error("The claim did not reach the server.", error);
    return { kind: "failed", message: sayInTab(uiWords)("serverNotReached") };
  }
}

/** The key of a one-time link. It leaves the address at once, so that it is neither bookmarked nor shared. */
function keyInAddress(): string | null {
  const key = new URLSearchParams(window.location.hash.slice(1)).get("key");
  if (key !== null) window.history.replaceState(null, "", window.location.pathname);
  return key;
}
