"use client";

import { Button } from "#components/ui/button.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { Entrance } from "./entrance.tsx";
import { showPasskey, type ToShow } from "./show-passkey.ts";
import { usePasskey } from "./use-passkey.ts";
import { useSay } from "#components/browser/speech.tsx";
import { signInWords } from "#components/sign-in/words.en.ts";

/** What a person who gave the right password must show as well. */
export type PasskeyAsked = { attempt: string; options: ToShow };

/** The second half of a sign-in, for people with a passkey. */
export function PasskeyStep({ asked: { attempt, options }, onBack }: { asked: PasskeyAsked; onBack: () => void }) {
  const say = useSay(signInWords);
  const { sending, problem, send, ask } = usePasskey();
  const show = async () => {
    const response = await ask(() => showPasskey(options));
    if (response === null) return;
    if ((await send("POST", "/api/session/passkey", { attempt, response })) !== null) window.location.reload();
  };
  return (
    <Entrance title={say("showYourPasskey")} lead={say("yourPasswordIsRightYour")}>
      <ProblemLine large problem={problem} />
      <Button look="primary" disabled={sending} onClick={() => void show()}>
        {say("showYourPasskey")}
      </Button>
      <Button look="quiet" onClick={onBack}>
        {say("backToThePassword")}
      </Button>
      <p className="text-small text-muted">{say("lostYourPasskeyAskThe")}</p>
    </Entrance>
  );
}
