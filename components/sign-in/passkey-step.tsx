"use client";

import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import { Entrance, Problem } from "./entrance.tsx";
import { showPasskey, type ToShow } from "./show-passkey.ts";

/** What whoever gave the right password has to show as well. */
export type PasskeyAsked = { attempt: string; options: ToShow };

const none = "No passkey was shown. Try it again, or ask the owner for a link if you have lost it.";

/** The second half of a sign-in, for whoever has a passkey. */
export function PasskeyStep({ asked: { attempt, options }, onBack }: { asked: PasskeyAsked; onBack: () => void }) {
  const { sending, problem, send } = useSending();
  const [isDismissed, setDismissed] = useState(false);
  const show = async () => {
    setDismissed(false);
    const response = await showPasskey(options);
    if (response === null) setDismissed(true);
    else if ((await send("POST", "/api/session/passkey", { attempt, response })) !== null) window.location.reload();
  };
  const said = problem ?? (isDismissed ? none : null);
  return (
    <Entrance title="Show your passkey" lead="Your password is right. Your account also asks for your passkey.">
      {said === null ? null : <Problem>{said}</Problem>}
      <Button look="primary" disabled={sending} onClick={() => void show()}>
        Show your passkey
      </Button>
      <Button look="quiet" onClick={onBack}>
        Back to the password
      </Button>
    </Entrance>
  );
}
