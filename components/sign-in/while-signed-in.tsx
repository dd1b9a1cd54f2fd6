"use client";

import { type ReactNode, useEffect, useLayoutEffect, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Entrance } from "./entrance.tsx";
import { sayDrawnFor } from "./prove-every-request.ts";
import { onSessionEnd } from "./session-end.ts";
import { useSay } from "#components/browser/speech.tsx";
import { signInWords } from "#components/sign-in/words.en.ts";

/**
 * Content for signed-in people only; once their session has ended nothing of it stays on the page (THREATS B11: lost
 * rights count at once).
 */
export function WhileSignedIn({ personId, children }: { personId: string; children: ReactNode }) {
  const say = useSay(signInWords);
  const [hasEnded, setEnded] = useState(false);
  // Before any component below sends a request.
  useLayoutEffect(() => sayDrawnFor(personId), [personId]);
  useEffect(() => onSessionEnd(() => setEnded(true)), []);
  if (!hasEnded) return children;
  return (
    <Entrance title={say("yourSessionHasEnded")} lead={say("thisPageIsNoLonger")}>
      <p role="alert" className="text-muted">
        {say("itWasSignedOutHere")}
      </p>
      <p>
        <Button look="primary" onClick={() => window.location.reload()}>
          {say("signInAgain")}
        </Button>
      </p>
    </Entrance>
  );
}
