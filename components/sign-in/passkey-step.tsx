"use client";

import { Button } from "#components/ui/button.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { Entrance } from "./entrance.tsx";
import { showPasskey, type ToShow } from "./show-passkey.ts";
import { usePasskey } from "./use-passkey.ts";

/** What a person who gave the right password must show as well. */
export type PasskeyAsked = { attempt: string; options: ToShow };

/** The second half of a sign-in, for people with a passkey. */
export function PasskeyStep({ asked: { attempt, options }, onBack }: { asked: PasskeyAsked; onBack: () => void }) {
  const { sending, problem, send, ask } = usePasskey();
  const show = async () => {
    const response = await ask(() => showPasskey(options));
    if (response === null) return;
    if ((await send("POST", "/api/session/passkey", { attempt, response })) !== null) window.location.reload();
  };
  return (
    <Entrance title="Show your passkey" lead="Your password is right. Your account also asks for your passkey.">
      <ProblemLine large problem={problem} />
      <Button look="primary" disabled={sending} onClick={() => void show()}>
        Show your passkey
      </Button>
      <Button look="quiet" onClick={onBack}>
        Back to the password
      </Button>
      <p className="text-small text-muted">
        Lost your passkey? Ask the owner, or an admin, for a link to choose a new password: it takes your passkeys away
        too.
      </p>
    </Entrance>
  );
}
