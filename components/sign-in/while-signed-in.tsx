"use client";

import { type ReactNode, useEffect, useLayoutEffect, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Entrance } from "./entrance.tsx";
import { sayDrawnFor } from "./prove-every-request.ts";
import { onSessionEnd } from "./session-end.ts";

/**
 * Content for signed-in people only; once their session has ended nothing of it stays on the page (THREATS B11: lost
 * rights count at once).
 */
export function WhileSignedIn({ personId, children }: { personId: string; children: ReactNode }) {
  const [hasEnded, setEnded] = useState(false);
  // Before any component below sends a request.
  useLayoutEffect(() => sayDrawnFor(personId), [personId]);
  useEffect(() => onSessionEnd(() => setEnded(true)), []);
  if (!hasEnded) return children;
  return (
    <Entrance title="Your session has ended" lead="This page is no longer signed in. Nothing was lost.">
      <p role="alert" className="text-muted">
        It was signed out, here or elsewhere, or not used for long, or somebody else signed in here. What waits for an
        answer still waits.
      </p>
      <p>
        <Button look="primary" onClick={() => window.location.reload()}>
          Sign in again
        </Button>
      </p>
    </Entrance>
  );
}
