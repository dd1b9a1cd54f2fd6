import { useState } from "react";
import { useSending } from "#components/ui/use-sending.ts";
import { useSay } from "#components/browser/speech.tsx";
import { signInWords } from "#components/sign-in/words.en.ts";

/** Sends requests about a passkey, and asks the browser for one in between; keeps, in words, why the last try failed. */
export function usePasskey() {
  const say = useSay(signInWords);
  const { sending, problem, send } = useSending();
  const [isDismissed, setDismissed] = useState(false);
  /** Resolves with what the browser says of the passkey; null when the person dismissed it. */
  const ask = async (asking: () => Promise<object | null>): Promise<object | null> => {
    setDismissed(false);
    const response = await asking();
    setDismissed(response === null);
    return response;
  };
  return { sending, problem: problem ?? (isDismissed ? say("noPasskeyWasShownTry") : null), send, ask };
}
