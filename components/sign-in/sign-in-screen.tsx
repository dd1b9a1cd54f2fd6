"use client";

import { useEffect, useState } from "react";
import { Entrance } from "./entrance.tsx";
import { Join } from "./join.tsx";
import { PasswordForm } from "./password-form.tsx";
import { ResetPassword } from "./reset-password.tsx";
import { SetUp } from "./set-up.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { signInWords } from "#components/sign-in/words.en.ts";

type Props = {
  /** What the button of the organisation's sign-in says; null without one. */
  provider: string | null;
  /** Whether the owner has an account yet. */
  hasOwner: boolean;
};

type Arrival =
  | { kind: "set-up"; key: string }
  | { kind: "invitation"; key: string }
  | { kind: "reset"; key: string }
  | { kind: "plain"; refused: string | null };

/** Shown to a browser without a session of a team: signs in, accepts an invitation, or sets the owner up. */
export function SignInScreen({ provider, hasOwner }: Props) {
  const say = useSay(signInWords);
  const [arrival, setArrival] = useState<Arrival | null>(null);

  useEffect(() => {
    const look = () => setArrival((former) => arrivalIn(window.location) ?? former ?? { kind: "plain", refused: null });
    look();
    // A link opened in this very tab changes the fragment only, so the page does not load anew.
    window.addEventListener("hashchange", look);
    return () => window.removeEventListener("hashchange", look);
  }, []);

  if (arrival === null) return <Entrance title={say("countersign")} />;
  if (arrival.kind === "set-up") return <SetUp key={arrival.key} secret={arrival.key} again={hasOwner} />;
  if (arrival.kind === "invitation") return <Join key={arrival.key} secret={arrival.key} provider={provider} />;
  if (arrival.kind === "reset") return <ResetPassword key={arrival.key} secret={arrival.key} />;
  if (!hasOwner) {
    return (
      <Entrance title={say("setUpCountersign")} lead={say("whoeverStartedCountersignMakesThe")}>
        <p className="text-muted">
          {say.rich("openTheLinkThatNpm", {
            code: (held) => <code className="font-mono text-small text-ink">{held}</code>,
            code2: (held) => <code className="font-mono text-small text-ink">{held}</code>,
          })}
        </p>
      </Entrance>
    );
  }
  return <PasswordForm provider={provider} refused={arrival.refused} />;
}

/** The keys leave the address at once, so that they are neither bookmarked nor shared. What else a page asks for stays. */
function arrivalIn({ hash, search, pathname }: Location): Arrival | null {
  const said = new URLSearchParams(hash.slice(1));
  const [setUp, invitation, reset] = [said.get("key"), said.get("invitation"), said.get("reset")];
  const asked = new URLSearchParams(search);
  const refused = asked.get("refused");
  asked.delete("refused");
  if ([setUp, invitation, reset, refused].some((part) => part !== null))
    window.history.replaceState(null, "", asked.size === 0 ? pathname : `${pathname}?${asked}`);
  if (setUp !== null) return { kind: "set-up", key: setUp };
  if (invitation !== null) return { kind: "invitation", key: invitation };
  if (reset !== null) return { kind: "reset", key: reset };
  return refused === null ? null : { kind: "plain", refused };
}
