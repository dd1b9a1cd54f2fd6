"use client";

import { type ReactNode, useEffect, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Entrance } from "./entrance.tsx";
import { onSessionEnd } from "./session-end.ts";

/** What only somebody who is in may see; once their session has ended nothing of it stays on the page (THREATS B11). */
export function WhileSignedIn({ children }: { children: ReactNode }) {
  const [hasEnded, setEnded] = useState(false);
  useEffect(() => onSessionEnd(() => setEnded(true)), []);
  if (!hasEnded) return children;
  return (
    <Entrance title="Your session has ended" lead="This browser is no longer signed in. Nothing was lost.">
      <p role="alert" className="text-muted">
        It was signed out, here or elsewhere, or not used for long. What waits for an answer still waits.
      </p>
      <p>
        <Button look="primary" onClick={() => window.location.reload()}>
          Sign in again
        </Button>
      </p>
    </Entrance>
  );
}
