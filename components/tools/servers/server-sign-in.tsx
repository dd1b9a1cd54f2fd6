"use client";

import type { ServerOnPage, SignInOnPage } from "#lib/policies/changes/tools-page.ts";
import { Button } from "#components/ui/button.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { LinkAddress, openPage } from "#components/cards/elicitation/link-address.tsx";
import { linkTarget } from "#lib/elicitation/link-target.ts";
import { useSignInPage } from "#components/cards/elicitation/use-sign-in-page.ts";
import type { Rights } from "#components/tools/rights.ts";
import { useChange } from "#components/tools/use-change.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { toolWords } from "#components/tools/words.en.ts";

type Props = { server: ServerOnPage; signIn: SignInOnPage; rights: Rights; onChanged: () => void };

/** Whether this person, or the instance, is signed in to a server, and how to change that. */
export function ServerSignIn({ server, signIn: { who, isSignedIn, mayChange }, rights, onChanged }: Props) {
  const say = useSay(toolWords);
  const { target, problem, busy, ask } = useSignInPage(server.id);
  const { change, busy: changing, shown } = useChange(onChanged);
  const signOut = () =>
    void change({ method: "DELETE", path: `/api/servers/sign-in?id=${encodeURIComponent(server.id)}` });
  const said = [say(wordsOf({ who, isSignedIn, mayChange }))];
  // Each reads them as themselves.
  if (who === "person" && !isSignedIn && rights.manage && server.apps.shown) said.push(say("appsAfterSignIn"));
  return (
    <div className="flex flex-col gap-3 rounded-md border border-line px-3 py-2">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-small">{said.join(" ")}</p>
        {mayChange ? (
          <div className="flex flex-wrap gap-2">
            <Button
              tight
              look={isSignedIn ? "quiet" : "primary"}
              disabled={busy || changing}
              onClick={() => void ask()}
            >
              {isSignedIn ? say("signInAgain") : say("signInTo", { server: server.title })}
            </Button>
            {isSignedIn ? (
              <Button tight disabled={busy || changing} onClick={signOut}>
                {say("signOut")}
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
      {target === null ? null : (
        <>
          <LinkAddress target={target} says={say(who === "person" ? "youSignInAt" : "youSignInForAllAt")} />
          <div>
            <Button tight onClick={() => openPage(target)}>
              {say("openHost", { host: target.host })}
            </Button>
          </div>
        </>
      )}
      <ProblemLine problem={problem} />
      {shown}
    </div>
  );
}

/** The page that a server's program printed: it waits until somebody signed in there. */
export function ProgramSignIn({ link }: { link: string }) {
  const say = useSay(toolWords);
  const target = linkTarget(link);
  if ("refused" in target) return null;
  return (
    <div className="flex flex-col gap-3 rounded-md border border-amber bg-amber-soft px-3 py-2">
      <p className="text-small">{say("theProgramWaits")}</p>
      <LinkAddress target={target} says={say("itWantsYouToSignInAt")} />
      <div>
        <Button tight onClick={() => openPage(target)}>
          {say("openHost", { host: target.host })}
        </Button>
      </div>
    </div>
  );
}

function wordsOf({ who, isSignedIn, mayChange }: Pick<SignInOnPage, "who" | "isSignedIn" | "mayChange">) {
  if (who === "person") return isSignedIn ? "youAreSignedIn" : "youAreNotSignedIn";
  if (isSignedIn) return "signedInForAll";
  return mayChange ? "notSignedInYouMay" : "notSignedInOthersMay";
}
