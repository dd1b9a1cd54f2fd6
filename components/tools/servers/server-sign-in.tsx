"use client";

import type { ServerOnPage, SignInOnPage } from "#lib/policies/changes/tools-page.ts";
import { Button } from "#components/ui/button.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { LinkAddress, openPage } from "#components/cards/elicitation/link-address.tsx";
import { linkTarget } from "#lib/elicitation/link-target.ts";
import { useSignInPage } from "#components/cards/elicitation/use-sign-in-page.ts";
import { useChange } from "#components/tools/use-change.tsx";

type Props = { server: ServerOnPage; signIn: SignInOnPage; onChanged: () => void };

/** Whether this person, or the instance, is signed in to a server, and how to change that. */
export function ServerSignIn({ server, signIn: { who, isSignedIn, mayChange }, onChanged }: Props) {
  const { target, problem, busy, ask } = useSignInPage(server.id);
  const { change, busy: changing, shown } = useChange(onChanged);
  const signOut = () =>
    void change({ method: "DELETE", path: `/api/servers/sign-in?id=${encodeURIComponent(server.id)}` });
  return (
    <div className="flex flex-col gap-3 rounded-md border border-line px-3 py-2">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-small">{wordsOf({ who, isSignedIn, mayChange })}</p>
        {mayChange ? (
          <div className="flex flex-wrap gap-2">
            <Button
              tight
              look={isSignedIn ? "quiet" : "primary"}
              disabled={busy || changing}
              onClick={() => void ask()}
            >
              {isSignedIn ? "Sign in again" : `Sign in to ${server.title}`}
            </Button>
            {isSignedIn ? (
              <Button tight disabled={busy || changing} onClick={signOut}>
                Sign out
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
      {target === null ? null : (
        <>
          <LinkAddress
            target={target}
            says={who === "person" ? "You sign in at" : "You sign in, for everybody here, at"}
          />
          <div>
            <Button tight onClick={() => openPage(target)}>
              Open {target.host}
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
  const target = linkTarget(link);
  if ("refused" in target) return null;
  return (
    <div className="flex flex-col gap-3 rounded-md border border-amber bg-amber-soft px-3 py-2">
      <p className="text-small">The program waits until somebody signs in on the page that it named.</p>
      <LinkAddress target={target} says="It wants you to sign in at" />
      <div>
        <Button tight onClick={() => openPage(target)}>
          Open {target.host}
        </Button>
      </div>
    </div>
  );
}

function wordsOf({ who, isSignedIn, mayChange }: Pick<SignInOnPage, "who" | "isSignedIn" | "mayChange">): string {
  if (who === "person")
    return isSignedIn
      ? "You are signed in. Your sign-in serves your calls alone."
      : "You are not signed in. Each person signs in for themselves.";
  if (isSignedIn) return "Signed in for everybody here: all calls go out as this one account.";
  return mayChange
    ? "Not signed in. One sign-in serves everybody here."
    : "Not signed in. An owner or an admin signs in for everybody here.";
}
